import { expect, it } from 'vitest';
import type { HeaderList } from './exchange.js';
import { recordBody, recordExchange, recordRequestBody } from './record-exchange.js';
import { redactExchange } from './redact-exchange.js';
import { Redactor } from './redactor.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

it('records a text', () => {
  const body = recordBody(bytesOf('{"message":"é😀"}'), undefined);
  expect(body).toEqual({ kind: 'text', text: '{"message":"é😀"}', isRedacted: false });
});

it('retains a byte order mark', () => {
  const body = recordBody(Uint8Array.of(0xef, 0xbb, 0xbf, 0x5b, 0x5d), undefined);
  expect(body).toEqual({ kind: 'text', text: '\uFEFF[]', isRedacted: false });
});

it('records the size of a body that is not UTF-8', () => {
  const body = recordBody(Uint8Array.of(0x22, 0xff, 0x22), undefined);
  expect(body).toEqual({ kind: 'binary', bytes: 3 });
});

it('records an empty body', () => {
  expect(recordBody(new Uint8Array(), undefined)).toEqual({ kind: 'empty' });
});

it('records an incomplete body as missing', () => {
  const body = recordBody(bytesOf('[{"petId":1'), 'the connection broke');
  expect(body).toEqual({ kind: 'missing', why: 'the connection broke' });
});

it('marks a body that is not coded as it says', () => {
  const response = { httpVersion: '1.1', status: 200, statusText: '', headers: [], body: bytesOf('[]') };
  const raw = {
    request: { method: 'GET', url: 'https://api.example.test/v1/inventory', headers: [], body: undefined },
    response: { ...response, incomplete: 'the gzip body is malformed', isMiscoded: true as const },
    failure: undefined,
    startedMs: 0,
    endedMs: 1,
  };
  const marked = { kind: 'missing', why: 'the gzip body is malformed', isMiscoded: true };
  expect(recordExchange(raw, 1, new Redactor()).response?.body).toEqual(marked);
});

it('records the body of a request', () => {
  expect(recordRequestBody(new Uint8Array())).toEqual({ body: undefined });
  expect(recordRequestBody(bytesOf('\uFEFF{"a":"é"}'))).toEqual({ body: '\uFEFF{"a":"é"}' });
  const notUtf8 = Uint8Array.of(...bytesOf('a '), 0xe9);
  expect(recordRequestBody(notUtf8)).toEqual({ body: 'a \uFFFD', isBodyMissing: true });
});

const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const utf32 = (text: string) => Uint8Array.from(Buffer.from(Uint32Array.from(text, (c) => c.charCodeAt(0)).buffer));
const wide: [name: string, encode: (text: string) => Uint8Array][] = [
  ['UTF-16LE', utf16],
  ['UTF-16LE with a byte order mark', (text) => utf16(`\uFEFF${text}`)],
  ['UTF-16BE', (text) => utf16(text).reverse()],
  ['UTF-16BE with a byte order mark', (text) => utf16(`${text}\uFEFF`).reverse()],
  ['UTF-32LE', utf32],
  ['UTF-32BE', (text) => utf32(text).reverse()],
];

it.each(wide)('records no text in %s, in which keys cannot be found', (_name, encode) => {
  for (const text of ['{"message":"test_free eerf_tset"}', 'test_free eerf_tset é']) {
    const bytes = encode(text);
    expect(recordBody(bytes, undefined)).toEqual({ kind: 'binary', bytes: bytes.length });
    expect(recordRequestBody(bytes)).toEqual({ body: undefined, isBodyMissing: true });
  }
});

it('records no text that contains a NUL', () => {
  expect(recordBody('{"a":"t\0e\0s\0t"}', undefined)).toEqual({ kind: 'binary', bytes: 15 });
  expect(recordRequestBody('t\0e')).toEqual({ body: undefined, isBodyMissing: true });
});

const TOKEN = 'tok3n-of-a-session-4711';

/** Returns an exchange as it is recorded, and as it is shown. */
function record(headers: HeaderList, body = '', sent?: string) {
  const raw = {
    request: { method: 'GET', url: 'https://api.example.test/v1/inventory', headers: [], body: sent },
    response: { httpVersion: '1.1', status: 200, statusText: 'OK', headers, body, incomplete: undefined },
    failure: undefined,
    startedMs: 0,
    endedMs: 1,
  };
  const redactor = new Redactor();
  const received = recordExchange(raw, 1, redactor);
  return { received, shown: redactExchange(received, redactor) };
}

const recordResponse = (headers: HeaderList, body?: string) => record(headers, body).shown.response;

it.each([
  ['Set-Cookie', `sid=${TOKEN}; Path=/; HttpOnly`, 'sid=secret#1; Path=/; HttpOnly'],
  ['Set-Cookie', 'theme=dark; Path=/', 'theme=removed; Path=/'],
  [
    'Location',
    `https://login.example.test/?next=/v1&token=${TOKEN}`,
    'https://login.example.test/?next=/v1&token=secret#1',
  ],
  ['Location', '/v1/messages/m-1', '/v1/messages/m-1'],
  [
    'Link',
    `</v2?access_token=${TOKEN}>; rel="successor-version"`,
    '</v2?access_token=secret#1>; rel="successor-version"',
  ],
  ['X-Access-Token', '1', 'secret#1'],
  ['X-RateLimit-Remaining', '59', '59'],
])('records %s: %s as %s', (name, value, expected) => {
  expect(recordResponse([[name, value]])?.headers).toEqual([[name, expected]]);
});

it('replaces the value of a cookie in the body too, but not ordinary values', () => {
  const text = JSON.stringify([{ petId: 1, status: 'available', session: TOKEN }]);
  const headers: HeaderList = [
    ['X-Access-Token', '1'],
    ['Set-Cookie', 'shown=available'],
    ['Set-Cookie', `sid=${TOKEN}`],
  ];
  expect(recordResponse(headers, text)?.body).toEqual({
    kind: 'text',
    text: text.replace(TOKEN, 'secret#2'),
    isRedacted: true,
  });
});

it('records what was received, and marks what is not shown exactly', () => {
  const { received, shown } = record([['Set-Cookie', `sid=${TOKEN}`]], `[]${TOKEN}`, `a ${TOKEN}`);
  expect(shown.request).toMatchObject({ body: 'a secret#1', isBodyMissing: true });
  expect(received.request).toMatchObject({ body: `a ${TOKEN}` });
  expect(received.request.isBodyMissing).toBeUndefined();
  expect(received.response).toMatchObject({
    headers: [['Set-Cookie', 'sid=secret#1']],
    body: { kind: 'text', text: `[]${TOKEN}`, isRedacted: false },
  });
  const plain = record([['Set-Cookie', `sid=${TOKEN}`]]);
  expect(plain.shown).toBe(plain.received);
});
