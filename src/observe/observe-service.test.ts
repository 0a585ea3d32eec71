import { expect, test } from 'vitest';
import type { RawExchange } from '../exchange/exchange.js';
import { observeService } from './observe-service.js';

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

const observing = (options: object = {}) =>
  observeService({ baseUrl: BASE_URL, ...options }, { name: 'test', firstStep: 'Observe it' });
const violated = ({ service }: ReturnType<typeof observing>) =>
  service.findings().flatMap(({ rule, outcome }) => (outcome === 'violation' ? [rule.id] : []));

test('shows no key, even if the service repeats it in another form', () => {
  const observed = observing();
  observed.record(live());
  observed.record(
    live({
      path: `/inventory?note=${KEY}`,
      received: JSON.stringify([KEY, btoa(KEY), encodeURIComponent(`Bearer ${KEY}`)]),
      responseHeaders: [['X-Echo', KEY]],
    }),
  );
  expect(JSON.stringify(observed.service.exchanges)).not.toContain(KEY);
  expect(JSON.stringify(observed.service.exchanges)).not.toContain(btoa(KEY).slice(2, -4));
  expect(observed.service.exchanges[0]?.request).toMatchObject({
    headers: [['Authorization', 'Bearer key#1']],
    credential: { kind: 'bearer', name: 'key#1', standing: 'unknown' },
  });
});

test('removes a key from an earlier exchange that showed it', () => {
  const observed = observing();
  observed.record(live({ headers: [], received: JSON.stringify({ key: KEY }), path: '/keys' }));
  expect(JSON.stringify(observed.service.exchanges)).toContain(KEY);
  observed.record(live());
  expect(JSON.stringify(observed.service.exchanges)).not.toContain(KEY);
  expect(observed.service.exchanges[0]?.response?.body).toEqual({
    kind: 'text',
    text: '{"key":"key#1"}',
    isRedacted: true,
  });
});

test.each<[string, Given]>([
  ['nothing', { headers: [] }],
  ['an empty Authorization', { headers: [['Authorization', '  ']] }],
  ['an ordinary parameter', { headers: [['Accept', '*/*']], path: '/inventory?page=2' }],
])('records that no key was sent with %s', (_, given) => {
  expect(observing().record(live(given)).request.credential).toEqual({ kind: 'none' });
});

test.each<[string, Given]>([
  ['a cookie', { headers: [['Cookie', 'sid=abcdef123456']] }],
  ['a key of another kind', { headers: [['X-Api-Key', 'abc']] }],
  ['a key in the query', { headers: [], path: '/inventory?api_key=abcdef123456' }],
  ['a name and a password', { headers: [['Authorization', 'Basic dXNlcjpzM2NyM3RfcHc=']] }],
  ['what the browser added', { headers: [], request: { mayHideCredentials: true } }],
])('does not record that no key was sent with %s', (_, given) => {
  const observed = observing();
  expect(observed.record(live(given)).request.credential).toEqual({ kind: 'unknown' });
  expect(violated(observed)).toEqual([]);
});

test('reports a service that accepts a request without a key', () => {
  const observed = observing();
  observed.record(live({ headers: [] }));
  expect(violated(observed)).toEqual(['auth/required/listInventory']);
});

test('recognises messages at the base URL by default', () => {
  const observed = observing();
  observed.record(
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
  expect(violated(observed)).toContain('messages/answer');
});

test('judges in the order of sending, whichever response was complete first', () => {
  const observed = observing();
  observed.record(live({ atMs: 500 }));
  observed.record(live({ atMs: 100 }));
  expect(observed.service.exchanges.map(({ number }) => number)).toEqual([1, 2]);
  expect(
    (JSON.parse(observed.service.har()).log.entries as { _number: number }[]).map(({ _number }) => _number),
  ).toEqual([2, 1]);
});

test('remembers the newest exchanges', () => {
  const { record, service } = observing({ journalLimit: 2 });
  for (const atMs of [1, 2, 3]) record(live({ atMs }));
  expect([service.exchanges.map(({ number }) => number), service.dropped]).toEqual([[2, 3], 1]);
});

test('concludes nothing from headers that a browser may hide', () => {
  const observed = observing();
  for (const status of [200, 429]) {
    const shown = live({
      status,
      received: status === 200 ? '[]' : '{"code":"x","message":"y","status":429}',
      responseHeaders: [['Content-Type', 'application/json']],
    });
    observed.record({ ...shown, response: shown.response && { ...shown.response, mayHideHeaders: true } });
  }
  expect(violated(observed)).toEqual([]);
});

test('drops all exchanges, but not the pseudonyms of keys', () => {
  const observed = observing();
  observed.record(live());
  observed.record(live({ headers: [['Authorization', 'Bearer another_key_2']] }));
  observed.service.clear();
  expect([observed.service.exchanges, observed.latest(), observed.service.dropped]).toEqual([[], 2, 0]);
  const exchange = observed.record(live({ headers: [['Authorization', 'Bearer another_key_2']] }));
  expect([exchange.number, exchange.request.headers[0]?.[1]]).toEqual([3, 'Bearer key#2']);
});

test('does not judge the responses of a proxy', () => {
  const observed = observing();
  const given = live({
    status: 502,
    received: '{"message":"The proxy got no response from http://a.test: it is down."}',
  });
  const response = given.response && {
    ...given.response,
    headers: [['X-Petstore-Mock-Proxy', 'unreachable']] as const,
  };
  const failure = 'the petstore-mock proxy at https://api.example.test got no response from http://a.test: it is down';
  expect(observed.record({ ...given, response })).toMatchObject({ response: undefined, failure });
  expect(observed.service.findings().filter(({ findings }) => findings.length > 0)).toEqual([]);
});
