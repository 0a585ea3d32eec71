import { expect, test } from 'vitest';
import { writeHar } from '../../src/exchange/write-har.js';
import { createWorld } from '../world.js';
import { createEntry, memoizeRecent, proxiedResponse } from './entries.js';

const response = {
  status: 500,
  headers: {},
  body: '',
  encodedBody: undefined,
  delayMs: 0,
  cut: undefined,
  keyAlias: undefined,
  assumed: new Set<never>(),
  dripMs: 0,
  faultId: undefined,
};

test('of an edge’s request only the parts are kept, so that its connection can go', () => {
  const { accounts } = createWorld({ pets: 1 });
  const request = {
    method: 'GET',
    path: '/v1/inventory',
    query: '?page=2',
    origin: 'http://petstore.test',
    headers: [] as const,
    body: new Uint8Array(),
    callerAddress: '127.0.0.1',
    connection: {},
  };
  const entry = createEntry(7, request, response, 0, accounts);
  const { callerAddress: _, connection: __, ...parts } = request;
  expect(entry).toEqual({ ...parts, number: 7, hasGoodKey: false, response, startedMs: 0 });
});

test.each([
  ['test_free', true],
  ['test_revoked', false],
  ['short', true],
  ['somebody', false],
])('where the answer does not tell, the key %s is looked up', (key, hasGoodKey) => {
  const world = createWorld({
    clock: '2026-11-21T12:00:00Z',
    pets: 1,
    keys: { short: { plan: 'free', expiresIn: '1m' } },
  });
  const request = {
    method: 'GET',
    path: '/',
    headers: [['authorization', `Bearer ${key}`]] as const,
    body: new Uint8Array(),
    callerAddress: '',
  };
  const nowMs = world.clock.now();
  expect(createEntry(1, request, response, nowMs + 59_999, world.accounts).hasGoodKey).toBe(hasGoodKey);
  expect(createEntry(1, request, response, nowMs + 60_000, world.accounts).hasGoodKey).toBe(
    hasGoodKey && key !== 'short',
  );
});

const KEY = 'live_key';
const bytes = (text: string) => new TextEncoder().encode(text);
const nothing = new Uint8Array(0);

type Received = NonNullable<Parameters<typeof proxiedResponse>[0]>;

/** The journal of a proxy, and what takes one exchange down in it. */
function openProxy() {
  const { journal } = createWorld({ baseUrl: 'https://api.example.test/v1', pets: 0 }, { hasSampleKeys: false });
  const pass = (
    { key = KEY, path = '/v1/inventory', query = '', sent = nothing as Uint8Array | 'too-large' } = {},
    received: Partial<Received> | string = {},
    cutBy?: 'service' | 'client',
  ) => {
    const request = {
      method: 'GET',
      path,
      query,
      headers: key === '' ? [] : [['authorization', `Bearer ${key}`] as const],
      body: sent,
      callerAddress: '127.0.0.1',
    };
    const ok = { httpVersion: '1.1', status: 200, statusText: 'OK', headers: [], body: nothing, incomplete: undefined };
    const response =
      typeof received === 'string'
        ? proxiedResponse(undefined, received, cutBy)
        : proxiedResponse({ ...ok, ...received }, undefined, cutBy);
    journal.record(request, response, 1_000, 1_120);
  };
  const shown = () =>
    JSON.stringify([journal.exchanges, journal.lines().lines]) + writeHar(journal, { name: 'test', version: '1' });
  return { journal, pass, shown };
}

test('what passed is an exchange like any other, with the time that it took', () => {
  const { journal, pass } = openProxy();
  pass(
    { sent: bytes('{"quantity":1}') },
    {
      headers: [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
      body: bytes('[]'),
    },
  );
  expect(journal.exchanges).toMatchObject([
    {
      number: 1,
      request: {
        url: 'https://api.example.test/v1/inventory',
        body: '{"quantity":1}',
        credential: { kind: 'bearer', name: 'key#1', standing: 'unknown' },
      },
      response: {
        httpVersion: '1.1',
        statusText: 'OK',
        headers: [
          ['Set-Cookie', 'a=removed'],
          ['Set-Cookie', 'b=removed'],
        ],
        body: { kind: 'text', text: '[]', isRedacted: false },
      },
      failure: undefined,
      startedMs: 1_000,
      endedMs: 1_120,
    },
  ]);
  expect(journal.lines().lines).toMatchObject([{ status: 200, delayMs: 120, keyAlias: 'key#1', cut: undefined }]);
});

test('a key that an answer showed before anybody sent it is taken out of what was read already', () => {
  const { journal, pass, shown } = openProxy();
  pass({ key: 'first_key' }, { body: bytes('{"key":"minted_key_4711"}') });
  pass({ key: 'first_key' }, { body: bytes('[]') });
  const [, other] = journal.exchanges;
  expect(shown()).toContain('minted_key_4711');
  pass({ key: 'minted_key_4711' });
  expect(shown()).not.toContain('minted_key_4711');
  expect(journal.exchange(1)?.response?.body).toEqual({ kind: 'text', text: '{"key":"key#2"}', isRedacted: true });
  expect(journal.exchanges[1]).toBe(other);
});

test('where no answer came, the exchange says why', () => {
  const { journal, pass } = openProxy();
  pass({}, `connect ECONNREFUSED with ${KEY}`);
  expect(journal.exchanges[0]).toMatchObject({ response: undefined, failure: 'connect ECONNREFUSED with key#1' });
  expect(journal.lines().lines).toMatchObject([{ status: undefined, cut: 'reset', delayMs: 120 }]);
});

test('a body that is no text, or not all there, is said to be so', () => {
  const { journal, pass } = openProxy();
  pass({ sent: Uint8Array.of(0xff) }, { body: Uint8Array.of(0xff, 0xfe) });
  pass({ sent: 'too-large' }, { body: bytes('[{"petId"'), incomplete: 'over 1 MiB' });
  expect(journal.exchanges).toMatchObject([
    { request: { isBodyMissing: true }, response: { body: { kind: 'binary', bytes: 2 } } },
    { request: { isBodyMissing: true }, response: { body: { kind: 'missing', why: 'over 1 MiB' } } },
  ]);
});

test('who broke off is told on the line, and what did not come is told of the body', () => {
  const { journal, pass } = openProxy();
  pass({}, { incomplete: 'the connection was reset' }, 'service');
  pass({}, { incomplete: 'the client disconnected before the body was complete' }, 'client');
  pass({}, 'the client disconnected before a response arrived', 'client');
  pass({}, { incomplete: 'larger than 1 MiB' });
  expect(journal.lines({}, { order: 'oldest' }).lines.map(({ status, cut }) => [status, cut])).toEqual([
    [200, 'truncated'],
    [200, 'left'],
    [undefined, 'left'],
    [200, undefined],
  ]);
  expect(journal.exchange(1)?.response?.body).toEqual({ kind: 'missing', why: 'the connection was reset' });
});

test.each(['live_key', 'short', 'sk_live_4711_0815', 'Bearer-ish key'])(
  'the key %j is nowhere to be read: in paths, queries, headers, bodies, lines and HAR',
  (key) => {
    const { pass, shown } = openProxy();
    // It is shown before it is sent as a key, and by somebody else.
    pass({ key: '', path: `/v1/pets/${encodeURIComponent(key)}`, query: `?for=${encodeURIComponent(key)}` });
    pass(
      { key },
      { status: 401, statusText: key, headers: [['X-Echo', key]], body: bytes(JSON.stringify({ code: key })) },
    );
    pass({ key: '', sent: bytes(`"${key}"`) }, { body: bytes(`"${btoa(key)}"`) });
    for (const form of [key, encodeURIComponent(key), btoa(key)]) expect(shown()).not.toContain(form);
  },
);

test('lines are found by the key that was sent, by its text or its pseudonym', () => {
  const { journal, pass } = openProxy();
  pass({ key: 'one_key' });
  pass({ key: 'other_key' });
  for (const key of ['other_key', 'key#2'])
    expect(journal.lines({ key }).lines.map(({ number }) => number)).toEqual([2]);
  expect(() => journal.lines({ key: 'key#3' })).toThrow('Try key#1');
});

test('what the bodies hold counts against what the journal may hold', () => {
  const links = { hasSampleKeys: false, journalBytes: () => 3_000 };
  const { journal } = createWorld({ pets: 0 }, links);
  const request = { method: 'GET', path: '/v1/inventory', headers: [], body: nothing, callerAddress: '' };
  for (let sent = 0; sent < 5; sent++) {
    const received = { httpVersion: '1.1', status: 200, statusText: '', headers: [], incomplete: undefined };
    journal.record(request, proxiedResponse({ ...received, body: new Uint8Array(1_000) }), 0, 1);
  }
  expect([journal.kept, journal.dropped]).toEqual([3, 2]);
});

function recallOfTexts() {
  return memoizeRecent(
    (one: string, other: string) => one === other,
    (text) => ({ text }),
  );
}

test('makes one thing for all that is alike', () => {
  const recall = recallOfTexts();
  const first = recall('a');
  recall('b');
  expect(recall('a')).toBe(first);
  expect(recall('b')).toEqual({ text: 'b' });
});

test('remembers the latest eight that differ', () => {
  const recall = recallOfTexts();
  const made = [...'abcdefghi'].map(recall);
  expect(recall('i')).toBe(made[8]);
  expect(recall('b')).toBe(made[1]);
  expect(recall('a')).not.toBe(made[0]);
});
