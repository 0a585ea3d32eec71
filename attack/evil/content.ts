import type { Changes, EvilService, Turn } from './evil-server.js';
import { write } from './evil-server.js';

const isList = ({ request }: Turn) => request.method === 'GET' && /\/inventory$/.test(request.url);
const pet = (changes: string) => `[{"petId":1,"quantity":7,"status":"available"},{"petId":2${changes}}]`;

/** A service that changes every response in the same way, or only lists. */
function changing(name: string, changes: Changes | ((turn: Turn) => Changes)): EvilService {
  return { name, respond: (turn) => write(turn, typeof changes === 'function' ? changes(turn) : changes) };
}

function listing(name: string, body: (turn: Turn) => string | Buffer): EvilService {
  return changing(name, (turn) => (isList(turn) ? { body: body(turn) } : {}));
}

/** A service that limits some requests without carrying them out; `retryAfter` is what it asks for. */
function limiting(name: string, retryAfter: string, isLimited: (turn: Turn) => boolean = () => true): EvilService {
  const body = '{"code":"limited","message":"Slow down","status":429}';
  const headers = [['Retry-After', retryAfter]] as const;
  return changing(name, (turn) => (isLimited(turn) ? { status: 429, body, headers } : {}));
}

/** Each would do harm in one of the places where a command shows what it received. */
const treacherous = [
  '\u001b[2J\u001b[31mgone\u001b]0;title\u0007\u009b31m\u0090q\u001b\\',
  '\u001b]8;;https://evil.test/\u001b\\click\u001b]8;;\u001b\\',
  '\u202ereversed\u202c\u2066isolated\u2069\u200f\u061c',
  'passed\rNo violations\n::error file=a::gotcha\n##vso[task.complete]\u2028three\u2029four\u0085five',
  ']]></script><script>evil()</script></pre></details><img src=x onerror=evil()><!--?>&amp;"\' onmouseover="evil()',
  '\ud800 half, NUL\u0000 and \ufffe\uffff',
  "'; rm -rf ~; echo '$(rm -rf ~)`rm -rf ~`",
].join(' ');

/** Texts in all places where a service has a say; HTTP allows no control characters in headers, which are in the raw one. */
function saying(text: string): Changes {
  const json = JSON.stringify(text);
  const visible = text.replace(/\p{Cc}/gu, ' ');
  const error = `"code":${json},"message":${json},"status":404,${json}:${json}`;
  const body = `[{"petId":1,"quantity":7,"status":${json},${json}:1,${error}},{"petId":${json},"quantity":${json}}]`;
  const names = 'X-Evil Sunset Deprecation Link Retry-After X-RateLimit-Limit Server Content-Language'.split(' ');
  return { body, reason: visible, headers: names.map((name) => [name, visible] as const) };
}

/** The key as it may be sent back. */
export function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  return [key, encodeURIComponent(key), bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
}

function echoing({ key, request }: Turn): Changes {
  const forms = formsOf(key).concat(`Bearer ${key}`, `${key}${key}`);
  const text = JSON.stringify(Object.fromEntries(forms.map((form, index) => [`${form}${index}`, form])));
  return {
    body: `[{"petId":1,"quantity":7,"status":${JSON.stringify(key)},"echo":${text}},${JSON.stringify(request.headers)}]`,
    reason: key,
    headers: [
      ...forms.map((form, index) => [`X-Echo-${index}`, form] as const),
      ...forms.map((form, index) => ['Set-Cookie', `session${index}=${form}; Path=/`] as const),
      ['Location', `https://${encodeURIComponent(key)}.test/?key=${encodeURIComponent(key)}`],
      ['WWW-Authenticate', `Bearer realm="${key}"`],
      ['Link', `</${encodeURIComponent(key)}>; rel="${key}"`],
      ['Retry-After', key],
    ],
  };
}

const farAway = 'Fri, 31 Dec 9999 23:59:59 GMT';
const numbers = [
  `1${'0'.repeat(1e5)}`,
  `0.${'1'.repeat(1e5)}`,
  ...'1e400 -1e400 1e-999999999 9223372036854775808 -0'.split(' '),
];

/** Services that are evil in what they send. */
export const contentEvils: readonly EvilService[] = [
  changing('has evil texts everywhere', saying(treacherous)),
  changing('has evil texts of 100 KB everywhere', { ...saying(treacherous.repeat(200)), headers: [] }),
  changing('breaks lines in its headers', {
    head: 'X-Evil: a\r\n b\r\nX-Bare: c\rd\r\nX-Nul: e\0f\r\nX-Tab:\tg\r\n: none\r\n',
  }),
  changing('has escapes in raw headers', { head: 'X-Evil: \u001b[31mred\u0007\r\n' }),
  changing('sends the key back everywhere', echoing),
  changing('sends the key back in numbers of characters', ({ key }) => ({
    body: `[{"petId":1,"quantity":7,"status":"${[...key].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}]`,
  })),
  changing('redirects to itself', ({ request }) => ({
    status: 302,
    headers: [['Location', request.url.replace('http://127.0.0.1', '')]],
  })),
  changing('redirects somewhere else', ({ elsewhere }) => ({
    status: 307,
    headers: [['Location', `${elsewhere}/v1/inventory`]],
  })),
  limiting('limits for ever, at once', '0'),
  limiting('limits for longer than the universe', '9'.repeat(400)),
  limiting('limits until the year 9999', farAway),
  limiting('limits until a minute ago', 'Mon, 01 Jan 2001 00:00:00 GMT'),
  limiting('limits without sense', '-1, soon; \u202e'),
  limiting('limits every second request', '1', ({ count }) => count % 2 === 0),
  changing('is always unavailable', { status: 503, headers: [['Retry-After', '1']] }),
  ...['9'.repeat(300), '-1', '1e9', 'NaN', '', '9007199254740993', '253402300800'].map((value) =>
    changing(`says ${value.slice(0, 20) || 'nothing'} in its rate-limit headers`, {
      headers: ['Limit', 'Remaining', 'Reset'].map((name) => [`X-RateLimit-${name}`, value] as const),
    }),
  ),
  ...[farAway, 'Thu, 01 Jan 0000 00:00:00 GMT', '+275760-09-13T00:00:00Z', '@99999999999999999999'].map((date) =>
    changing(`is dated ${date}`, {
      headers: ['Date', 'Sunset', 'Deprecation', 'Expires', 'Last-Modified', 'Retry-After'].map(
        (name) => [name, date] as const,
      ),
    }),
  ),
  changing('has a status of four digits', { status: 2000 }),
  changing('has status 099', { status: '099' }),
  changing('is a login page', {
    headers: [['Content-Type', 'text/html']],
    body: '<!doctype html><title>Log in</title>',
  }),
  changing('sends UTF-16', ({ response }) => ({ body: Buffer.from(`\ufeff${response.body}`, 'utf16le') })),
  changing('sends bytes that are not text', { body: Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x5b]) }),
  listing('nests lists a million deep', () => '['.repeat(1e6)),
  listing('nests objects a million deep', () => '{"a":'.repeat(1e6)),
  listing('names a member a thousand times', () => pet(`${',"quantity":8'.repeat(1_000)}`)),
  listing('names members as prototypes are', () =>
    pet(',"__proto__":{"quantity":9},"constructor":{"prototype":1},"toString":1,"then":1'),
  ),
  listing('has a string of 10 MB', () => pet(`,"quantity":1,"status":"${'x'.repeat(10e6)}"`)),
  listing('has a string of 10 MB of escapes', () => pet(`,"quantity":1,"status":"${'\\u001b'.repeat(1.6e6)}"`)),
  listing('has numbers beyond every type', () =>
    pet(
      `,"quantity":[${numbers.join()}]},${numbers.map((each) => `{"petId":${each},"quantity":${each}}`).join()},{"a":1`,
    ),
  ),
  listing(
    'lists 300,000 pets',
    () => `[${Array.from({ length: 3e5 }, (_, index) => `{"petId":${index},"quantity":1,"status":"sold"}`).join()}]`,
  ),
  listing('lists 2 MB of zeros', () => `[${'0,'.repeat(1e6)}0]`),
];
