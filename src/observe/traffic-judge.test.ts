import { expect, test } from 'vitest';
import type { RawExchange } from '../exchange/exchange.js';
import { TrafficJudge } from './traffic-judge.js';

const BASE_URL = 'https://api.example.test/v1';
const KEY = 'sk_live_51Hxyz';
const START_MS = Date.UTC(2026, 10, 21, 12);
const bytes = (text: string) => new TextEncoder().encode(text);

interface Given {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: RawExchange['request']['headers'];
  readonly sends?: string;
  readonly status?: number;
  readonly received?: string;
  readonly responseHeaders?: RawExchange['request']['headers'];
  readonly atMs?: number;
  readonly request?: Partial<RawExchange['request']>;
}

function live(given: Given = {}): RawExchange {
  const { method = 'GET', path = '/inventory', sends, status = 200, received = '[]', atMs = 0 } = given;
  const startedMs = START_MS + atMs;
  const limits: RawExchange['request']['headers'] = [
    ['Content-Type', 'application/json'],
    ['Date', new Date(startedMs).toUTCString()],
    ['X-RateLimit-Limit', '60'],
    ['X-RateLimit-Remaining', '59'],
    ['X-RateLimit-Reset', String(START_MS / 1000 + 60)],
  ];
  return {
    request: {
      method,
      url: `${BASE_URL}${path}`,
      headers: given.headers ?? [['Authorization', `Bearer ${KEY}`]],
      body: sends === undefined ? undefined : bytes(sends),
      ...given.request,
    },
    response: {
      httpVersion: '1.1',
      status,
      statusText: '',
      headers: given.responseHeaders ?? limits,
      body: bytes(received),
      incomplete: undefined,
    },
    failure: undefined,
    startedMs,
    endedMs: startedMs + 10,
  };
}

const openJudge = (options: object = {}) => new TrafficJudge({ baseUrl: BASE_URL, ...options });
const violated = (judge: ReturnType<typeof openJudge>) =>
  judge.findings().flatMap(({ rule, outcome }) => (outcome === 'violation' ? [rule.id] : []));

test('numbers and freezes the exchanges', () => {
  const judge = openJudge();
  const first = judge.record(live());
  judge.record(live({ method: 'PATCH', path: '/inventory/1', sends: '{"quantity":1}' }));
  expect(judge.exchanges.map(({ number }) => number)).toEqual([1, 2]);
  expect(judge.exchanges[0]).toBe(first);
  expect(judge.exchanges[1]?.request.body).toBe('{"quantity":1}');
  expect(Object.isFrozen(first) && Object.isFrozen(first.request.headers) && Object.isFrozen(judge.exchanges)).toBe(
    true,
  );
});

test('shows no key, even if the service repeats it in another form', () => {
  const judge = openJudge();
  judge.record(live());
  judge.record(
    live({
      path: `/inventory?note=${KEY}`,
      received: JSON.stringify([KEY, btoa(KEY), encodeURIComponent(`Bearer ${KEY}`)]),
      responseHeaders: [['X-Echo', KEY]],
    }),
  );
  expect(JSON.stringify(judge.exchanges)).not.toContain(KEY);
  expect(JSON.stringify(judge.exchanges)).not.toContain(btoa(KEY).slice(2, -4));
  expect(judge.exchanges[0]?.request).toMatchObject({
    headers: [['Authorization', 'Bearer key#1']],
    credential: { kind: 'bearer', name: 'key#1', standing: 'unknown' },
  });
});

test('removes a key from an earlier exchange that showed it', () => {
  const judge = openJudge();
  judge.record(live({ headers: [], received: JSON.stringify({ key: KEY }), path: '/keys' }));
  expect(JSON.stringify(judge.exchanges)).toContain(KEY);
  judge.record(live());
  expect(JSON.stringify(judge.exchanges)).not.toContain(KEY);
  expect(judge.exchanges[0]?.response?.body).toEqual({ kind: 'text', text: '{"key":"key#1"}', isRedacted: true });
});

test.each<[string, Given]>([
  ['nothing', { headers: [] }],
  ['an empty Authorization', { headers: [['Authorization', '  ']] }],
  ['an ordinary parameter', { headers: [['Accept', '*/*']], path: '/inventory?page=2' }],
])('records that no key was sent with %s', (_, given) => {
  expect(openJudge().record(live(given)).request.credential).toEqual({ kind: 'none' });
});

test.each<[string, Given]>([
  ['a cookie', { headers: [['Cookie', 'sid=abcdef123456']] }],
  ['a key of another kind', { headers: [['X-Api-Key', 'abc']] }],
  ['a key in the query', { headers: [], path: '/inventory?api_key=abcdef123456' }],
  ['a name and a password', { headers: [['Authorization', 'Basic dXNlcjpzM2NyM3RfcHc=']] }],
  ['what the browser added', { headers: [], request: { mayHideCredentials: true } }],
])('does not record that no key was sent with %s', (_, given) => {
  const judge = openJudge();
  expect(judge.record(live(given)).request.credential).toEqual({ kind: 'unknown' });
  expect(violated(judge)).toEqual([]);
});

test('reports a service that accepts a request without a key', () => {
  const judge = openJudge();
  judge.record(live({ headers: [] }));
  expect(violated(judge)).toEqual(['auth/required/listInventory']);
});

test('recognises messages at the base URL by default', () => {
  const judge = openJudge();
  judge.record(
    live({
      method: 'POST',
      path: '/messages',
      sends: '{"message":"Hi"}',
      received: '{}',
      headers: [
        ['Authorization', 'Bearer a'],
        ['Content-Type', 'application/json'],
      ],
    }),
  );
  expect(violated(judge)).toContain('messages/answer');
});

test('judges in the order of sending, whichever response was complete first', () => {
  const judge = openJudge();
  judge.record(live({ atMs: 500 }));
  judge.record(live({ atMs: 100 }));
  expect(judge.exchanges.map(({ number }) => number)).toEqual([1, 2]);
  expect(judge.transcript.exchanges.map(({ number }) => number)).toEqual([2, 1]);
});

test('remembers the newest exchanges, by number and by bytes, and always the last one', () => {
  const few = openJudge({ most: 2 });
  for (const atMs of [1, 2, 3]) few.record(live({ atMs }));
  expect([few.exchanges.map(({ number }) => number), few.dropped]).toEqual([[2, 3], 1]);
  const small = openJudge({ mostBytes: 3_000 });
  for (const atMs of [1, 2, 3]) small.record(live({ atMs, received: JSON.stringify('x'.repeat(5_000)) }));
  expect([small.exchanges.map(({ number }) => number), small.dropped]).toEqual([[3], 2]);
});

test('caches its findings until the next exchange', () => {
  const judge = openJudge();
  judge.record(live({ received: 'no JSON' }));
  const { version } = judge;
  const findings = judge.findings();
  expect(judge.findings()).toBe(findings);
  expect(judge.manners()).toBe(judge.manners());
  judge.record(live({ atMs: 100 }));
  expect(judge.version).not.toBe(version);
  expect(judge.findings()).not.toBe(findings);
  expect(violated(judge)).toContain('body/json');
});

test('judges a single exchange', () => {
  const judge = openJudge();
  const exchange = judge.record(live({ responseHeaders: [['Content-Type', 'application/json']] }));
  const broken = judge.findingsOf(exchange).filter(({ outcome }) => outcome === 'violation');
  expect(broken.map(({ rule }) => rule.id)).toEqual(['limits/headers-present']);
});

test('concludes nothing from headers that a browser may hide', () => {
  const judge = openJudge();
  for (const status of [200, 429]) {
    const shown = live({
      status,
      received: status === 200 ? '[]' : '{"code":"x","message":"y","status":429}',
      responseHeaders: [['Content-Type', 'application/json']],
    });
    judge.record({ ...shown, response: shown.response && { ...shown.response, mayHideHeaders: true } });
  }
  expect(violated(judge)).toEqual([]);
});

test('calls listeners until they are removed', () => {
  const judge = openJudge();
  const recorded: number[] = [];
  const end = judge.onRecord(({ number }) => recorded.push(number));
  judge.record(live());
  end();
  judge.record(live());
  expect(recorded).toEqual([1]);
});

test('drops all exchanges, but not the pseudonyms of keys', () => {
  const judge = openJudge();
  judge.record(live());
  judge.record(live({ headers: [['Authorization', 'Bearer another_key_2']] }));
  judge.clear();
  expect([judge.exchanges, judge.latest, judge.dropped]).toEqual([[], 2, 0]);
  const exchange = judge.record(live({ headers: [['Authorization', 'Bearer another_key_2']] }));
  expect([exchange.number, exchange.request.headers[0]?.[1]]).toEqual([3, 'Bearer key#2']);
});

test('does not judge the responses of a proxy', () => {
  const judge = new TrafficJudge({ baseUrl: BASE_URL });
  const given = live({
    status: 502,
    received: '{"message":"The proxy got no response from http://a.test: it is down."}',
  });
  const response = given.response && {
    ...given.response,
    headers: [['X-Petstore-Mock-Proxy', 'unreachable']] as const,
  };
  const failure = 'the petstore-mock proxy at https://api.example.test got no response from http://a.test: it is down';
  expect(judge.record({ ...given, response })).toMatchObject({ response: undefined, failure });
  expect(judge.findings().filter(({ findings }) => findings.length > 0)).toEqual([]);
});
