import { expect, test, vi } from 'vitest';
import { handle } from '../../../mocks/handle.js';
import { completeRequest } from '../../../mocks/petstore.js';
import { list, openWorlds, sending } from './worlds-for-tests.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNKNOWN = `iso_${'0'.repeat(32)}`;

const messageOf = ({ body }: { body: string | undefined }): string => JSON.parse(body ?? '').message;

test('keys of the shared world belong to the shared world', () => {
  const { worlds } = openWorlds({ world: { keys: { team_a: 'pro' } } });
  const { served, key } = worlds.open({});
  expect(served.world.accounts.knownKeys()).toEqual([key]);
  for (const shared of ['test_free', 'team_a']) expect(worlds.of(sending(`Bearer ${shared}`))).toBe(worlds.shared);
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
  const found = worlds.of(request);
  expect(found).toBe(whose === 'own' ? served : worlds.shared);
  // If the fake finds a valid key, the world is that of the key; the shared one never has it.
  expect(handle(request, found.world).status).toBe(whose === 'own' ? 200 : 401);
  expect(handle(request, worlds.shared.world).status).toBe(401);
});

test('further keys of a world belong to it until the world is dropped', () => {
  const { worlds } = openWorlds();
  const { served } = worlds.open({});
  const further = served.steering.keys.mint({ plan: 'business' });
  expect(further).toMatch(/^iso_[0-9a-f]{32}$/);
  expect(worlds.of(sending(`Bearer ${further}`))).toBe(served);
  worlds.delete('w1');
  expect(worlds.of(sending(`Bearer ${further}`))).toBe(worlds.shared);
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

test.each([
  ['idle', 'because it was idle for too long'],
  ['no-room', 'because it was the one idle for longest when room for another was needed'],
  ['deleted', 'because it was deleted'],
])('explains to a key that its world was dropped: %s', (why, reason) => {
  const opened = openWorlds({ most: 1 });
  const { worlds } = opened;
  const { key } = worlds.open({});
  if (why === 'deleted') worlds.delete('w1');
  vi.advanceTimersByTime(why === 'no-room' ? MINUTE_MS : HOUR_MS);
  if (why === 'no-room') worlds.open({});
  const rejected = list(opened, key);
  const at = worlds.dropped[0]?.at;
  expect(rejected.status).toBe(401);
  expect(messageOf(rejected)).toBe(
    `The world of the API key was dropped at ${at} ${reason}. Mint another with POST /__admin/keys {"isolated": true}.`,
  );
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
