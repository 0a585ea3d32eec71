import { expect, test, vi } from 'vitest';
import { handle } from '../../../mocks/handle.js';
import { completeRequest, createPetstore } from '../../../mocks/petstore.js';
import { list, openWorlds, sending } from './worlds-for-tests.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNKNOWN = `iso_${'0'.repeat(32)}`;

const messageOf = ({ body }: { body: string | undefined }): string => JSON.parse(body ?? '').message;

test('keys of the shared world belong to the shared world', () => {
  const { worlds } = openWorlds({ world: { keys: { team_a: 'pro' } } });
  const { served, key } = worlds.open({});
  expect(served.world.accounts.knownKeys()).toEqual([key]);
  for (const shared of ['test_free', 'team_a']) expect(worlds.find(sending(`Bearer ${shared}`))).toBe(worlds.shared);
});

test.each([
  ['key first', (key: string) => [`Bearer ${key}`], 'own'],
  ['any case of the scheme', (key: string) => [`bEaReR ${key}`], 'own'],
  ['more spaces', (key: string) => [`  Bearer   ${key}  `], 'own'],
  ['another scheme', (key: string) => [`Basic ${key}`], 'shared'],
  ['no scheme', (key: string) => [key], 'shared'],
  ['a key in capitals', (key: string) => [`Bearer ${key.toUpperCase()}`], 'shared'],
  ['something behind the key', (key: string) => [`Bearer ${key} x`], 'shared'],
  ['the key twice', (key: string) => [`Bearer ${key}`, `Bearer ${key}`], 'shared'],
  ['another key before it', (key: string) => ['Bearer test_free', `Bearer ${key}`], 'shared'],
  ['another key after it', (key: string) => [`Bearer ${key}`, 'Bearer test_free'], 'shared'],
  ['an empty header before it', (key: string) => ['', `Bearer ${key}`], 'shared'],
] as const)('finds the same key as the fake: %s', (_what, headersOf, whose) => {
  const { worlds } = openWorlds();
  const { served, key } = worlds.open({});
  const headers = headersOf(key).map((value) => ['authorization', value] as const);
  const request = completeRequest({ method: 'GET', path: '/v1/inventory', headers });
  const found = whose === 'own' ? served : worlds.shared;
  expect(worlds.find(request)).toBe(found);
  // If the fake finds a valid key, the world is that of the key; the shared one never has it.
  expect(handle(request, found.world).status).toBe(whose === 'own' ? 200 : 401);
  expect(handle(request, worlds.shared.world).status).toBe(401);
});

test('further keys of a world belong to it until the world is dropped', () => {
  const { worlds } = openWorlds();
  const { served } = worlds.open({});
  const further = served.steering.keys.mint({ plan: 'business' });
  expect(further).toMatch(/^iso_[0-9a-f]{32}$/);
  expect(worlds.find(sending(`Bearer ${further}`))).toBe(served);
  worlds.delete('w1');
  expect(worlds.find(sending(`Bearer ${further}`))).toBe(worlds.shared);
});

test('the first key survives a reset of its world, and the others get an explanation', () => {
  const opened = openWorlds();
  const { served, key } = opened.worlds.open({});
  const further = served.steering.keys.mint();
  served.steering.reset();
  expect(list(opened, key).status).toBe(200);
  const rejected = list(opened, further);
  expect(rejected.status).toBe(401);
  expect(messageOf(rejected)).toMatch(
    /^The API key no longer exists in its world, w1: .* Mint another with POST \/__admin\/keys\?world=w1\.$/,
  );
  expect(rejected.body).not.toContain(further);
});

test('a restored snapshot brings a key back to its world', () => {
  const opened = openWorlds();
  const { served } = opened.worlds.open({});
  const further = served.steering.keys.mint();
  served.snapshots.take('with-it');
  served.steering.reset();
  served.snapshots.restore('with-it');
  expect(list(opened, further).status).toBe(200);
});

test('restarts the lifetime of its key with each reset of the world', () => {
  const opened = openWorlds();
  const { served, key } = opened.worlds.open({ expiresIn: '1h' });
  served.steering.clock.advance('1h');
  expect(messageOf(list(opened, key))).toMatch(/has expired/);
  served.steering.reset();
  expect(list(opened, key).status).toBe(200);
});

test.each(['idle', 'no-room', 'deleted'])('explains to a key that its world was dropped: %s', (why) => {
  const opened = openWorlds({ most: 1 });
  const { worlds } = opened;
  const reasons: string[] = [];
  worlds.onDrop(({ reason }) => reasons.push(reason));
  const { key } = worlds.open({});
  if (why === 'deleted') worlds.delete('w1');
  vi.advanceTimersByTime(why === 'no-room' ? MINUTE_MS : HOUR_MS);
  if (why === 'no-room') worlds.open({});
  expect(reasons).toEqual([why]);
  const rejected = list(opened, key);
  expect(rejected.status).toBe(401);
  expect(messageOf(rejected)).toMatch(/^The world of the API key does not exist \(any more\)/);
  expect(rejected.body).not.toContain(key);
});

test('explains to an isolated key that its world does not exist here', () => {
  expect(messageOf(list(openWorlds(), UNKNOWN))).toMatch(
    /^The world of the API key does not exist \(any more\).* Mint another with POST \/__admin\/keys/,
  );
});

test('does not mention worlds to any other key', () => {
  expect(messageOf(list(openWorlds(), 'iso_nobody'))).toMatch(/^The API key is not known\./);
});

const BUG = createPetstore({ clock: '2026-12-24T18:00:00Z', pets: 1, keys: { team_a: 'pro' } });
BUG.faults.always('any', { status: 503 }, { key: 'test_free', probability: 0.5 });
BUG.faults.always('getPet', { status: 502 });
BUG.handle({ method: 'GET', path: '/v1/inventory', headers: { Authorization: 'Bearer test_free' } });

test.each([
  ['it begins with', true],
  ['restored into it', false],
])('an isolated world takes over a state %s, except the keys and what names them', (_, isOption) => {
  const state = JSON.parse(JSON.stringify(BUG.snapshot()));
  const opened = openWorlds({ world: isOption ? { state } : {} });
  const { served, key } = opened.worlds.open({ expiresIn: '1h' });
  for (let round = 0; round < 2; round++) {
    if (!isOption) served.steering.restore(state);
    expect(served.steering.inventory.list()).toEqual(BUG.inventory.list());
    expect(served.steering.faults.list().map(({ target }) => target)).toEqual(['getPet']);
    expect(served.world.accounts.knownKeys()).toEqual([key]);
    expect(served.steering.journal.exchanges).toEqual([]);
    const [own] = served.steering.keys.list();
    expect(own).toMatchObject({ alias: 'key#1', state: 'valid', minute: { remaining: 60 } });
    expect(own?.expiresAtMs).toBe(Date.parse('2026-12-24T19:00:00Z'));
    expect(list(opened, key).status).toBe(200);
    // A reset returns to the state that the world began with.
    if (isOption) served.steering.reset();
  }
});

test('an isolated world keeps further keys and deletions when it takes over a state of another one', () => {
  const opened = openWorlds();
  const { served, key } = opened.worlds.open({});
  const further = served.steering.keys.mint({ plan: 'pro' });
  served.steering.keys.delete(served.steering.keys.mint());
  const other = opened.worlds.open({});
  served.steering.restore(other.served.steering.snapshot());
  expect(served.steering.keys.list().map(({ alias, plan }) => [alias, plan])).toEqual([
    ['key#1', 'free'],
    ['key#2', 'pro'],
  ]);
  expect(list(opened, key).status).toBe(200);
  expect(list(opened, further).status).toBe(200);
  expect(served.steering.keys.mint()).not.toBe(further);
  expect(served.steering.keys.list().at(-1)?.alias).toBe('key#4');
});

test('with sample keys in it, an isolated world keeps all of its keys, unused, when it takes over a state of another one', () => {
  const opened = openWorlds({ byHeader: true });
  const { served, key } = opened.worlds.open({});
  const known = [...served.world.accounts.knownKeys()];
  expect(known).toContain('test_free');
  for (const state of [BUG.snapshot(), opened.worlds.open({}).served.steering.snapshot()]) {
    for (const one of ['test_free', key]) served.steering.limits.exhaust(one);
    served.steering.restore(state);
    expect(served.world.accounts.knownKeys()).toEqual(known);
    for (const { minute } of served.steering.keys.list()) expect(minute.remaining).toBe(minute.limit);
    expect(served.steering.journal.exchanges).toEqual([]);
  }
  list(opened, key);
  served.steering.restore(served.steering.snapshot());
  expect(served.steering.keys.get(key)).toMatchObject({ minute: { remaining: 59 } });
});

test('an isolated world returns to its own state with keys and quotas', () => {
  const opened = openWorlds();
  const { served, key } = opened.worlds.open({});
  list(opened, key);
  const text = JSON.stringify(served.steering.snapshot());
  served.steering.keys.ban(key);
  served.steering.restore(text);
  expect(served.steering.keys.get(key)).toMatchObject({ state: 'valid', minute: { remaining: 59 } });
});

test('the shared world keeps its sample keys when it takes over the state of an isolated one', () => {
  const opened = openWorlds({ world: { keys: { team_a: 'pro' } } });
  const { served, key } = opened.worlds.open({});
  const shared = opened.worlds.shared.steering;
  shared.restore(served.steering.snapshot());
  for (const known of ['test_free', 'team_a']) expect(list(opened, known).status).toBe(200);
  expect(shared.keys.list()).toHaveLength(7);
  // That state shows the key of the isolated world and sample keys, which do not belong there.
  served.steering.restore(shared.snapshot());
  expect(served.world.accounts.knownKeys()).toEqual([key]);
});
