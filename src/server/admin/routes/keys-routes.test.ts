import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { KeyPage, KeyState, MintedKey } from '../../../admin/schemas/keys.js';
import { openAdmin } from '../admin-for-tests.js';

type Opened = ReturnType<typeof openAdmin>;
const list = ({ world }: Opened, key: string) => askService(world, 'GET', '/inventory', { key });

const unused = {
  minute: { limit: 60, remaining: 60, resetsAt: null },
  day: { limit: 1000, remaining: 1000, resetsAt: null },
};

test('keys are listed by pseudonym, the sample keys with their names', async () => {
  const { items, total, next } = (await openAdmin().ask<KeyPage>('GET /keys')).json;
  expect({ total, next }).toEqual({ total: 5, next: null });
  expect(items[0]).toEqual({
    alias: 'key#1',
    name: 'test_free',
    plan: 'free',
    state: 'valid',
    ...unused,
    ban: null,
    expiresAt: null,
  });
  expect(items.at(-1)).toMatchObject({ alias: 'key#5', name: 'test_revoked', state: 'revoked' });
});

test('a long list of keys is paged', async () => {
  const { ask, steering } = openAdmin();
  for (let minted = 0; minted < 6; minted++) steering.keys.mint();
  const { items, next } = (await ask<KeyPage>('GET /keys?limit=9')).json;
  expect({ last: items.at(-1)?.alias, next }).toEqual({ last: 'key#9', next: 'key#9' });
  const rest = (await ask<KeyPage>('GET /keys?limit=9&after=key%239')).json;
  expect(rest.items.map(({ alias }) => alias)).toEqual(['key#10', 'key#11']);
});

test('a configured key has no name', async () => {
  const opened = openAdmin({ keys: { my_secret: 'pro' } });
  const { body } = await opened.ask('GET /keys');
  expect(body).toContain('"alias":"key#6","name":null');
  expect(body).not.toContain('my_secret');
});

test('the usage of a key is listed with its reset', async () => {
  const opened = openAdmin();
  list(opened, 'test_free');
  const { items } = (await opened.ask<KeyPage>('GET /keys?limit=1')).json;
  expect(items[0]?.minute).toEqual({ limit: 60, remaining: 59, resetsAt: '2026-11-21T12:01:00.000Z' });
});

test('a minted key is valid at once, and belongs to the shared world', async () => {
  const opened = openAdmin();
  const { json } = await opened.ask<MintedKey>('POST /keys', { body: { plan: 'pro', expiresIn: '1h' } });
  expect(json).toMatchObject({ alias: 'key#6', plan: 'pro', world: 'shared', expiresAt: '2026-11-21T13:00:00.000Z' });
  expect(list(opened, json.key).headers['X-RateLimit-Limit']).toBe('300');
});

test('an empty body mints a key of the free plan', async () => {
  expect((await openAdmin().ask('POST /keys')).json).toMatchObject({ plan: 'free', world: 'shared', expiresAt: null });
});

test('an isolated key opens a new world', async () => {
  const { ask, worlds } = openAdmin();
  const { json } = await ask<MintedKey>('POST /keys', { body: { plan: 'business', isolated: true } });
  expect(json).toMatchObject({ alias: 'key#1', plan: 'business', world: 'w1' });
  expect(json.key).toMatch(/^iso_[0-9a-f]{32}$/);
  const world = worlds.get('w1')?.world;
  expect(world && askService(world, 'GET', '/inventory', { key: json.key }).status).toBe(200);
});

test('a key can be minted for an existing isolated world', async () => {
  const { ask } = openAdmin();
  await ask('POST /keys', { body: { isolated: true } });
  const { json } = await ask<MintedKey>('POST /keys?world=w1');
  expect(json).toMatchObject({ alias: 'key#2', world: 'w1', key: expect.stringMatching(/^iso_/) });
});

test('isolated and world exclude each other', async () => {
  const { ask, worlds } = openAdmin();
  const { status, json } = await ask('POST /keys?world=shared', { body: { isolated: true } });
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('Omit ?world=') },
  });
  expect(worlds.list()).toHaveLength(1);
});

test.each([{ expiresIn: 'soon' }, { expiresIn: 'soon', isolated: true }])('%j mints no key', async (body) => {
  const { ask, worlds } = openAdmin();
  const { status, json } = await ask('POST /keys', { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining('1h') } });
  expect(worlds.list()).toHaveLength(1);
  expect((await ask('GET /keys')).json).toMatchObject({ total: 5 });
});

test.each(['test_free', 'key#1'])('%s is banned and unbanned', async (key) => {
  const opened = openAdmin();
  const banned = (await opened.ask<KeyState>('POST /keys/ban', { body: { key, for: '5m' } })).json;
  expect(banned).toMatchObject({
    alias: 'key#1',
    state: 'banned',
    ban: { from: '2026-11-21T12:00:00.000Z', until: '2026-11-21T12:05:00.000Z' },
  });
  expect(list(opened, 'test_free').headers['Retry-After']).toBe('300');
  expect((await opened.ask('POST /keys/unban', { body: { key } })).json).toMatchObject({ state: 'valid', ban: null });
  expect(list(opened, 'test_free').status).toBe(200);
});

test('a revoked key gets 401', async () => {
  const opened = openAdmin();
  expect((await opened.ask('POST /keys/revoke', { body: { key: 'key#2' } })).json).toMatchObject({ state: 'revoked' });
  expect(list(opened, 'test_pro').status).toBe(401);
});

test('a deleted key gets 401, and is no longer listed', async () => {
  const opened = openAdmin();
  expect((await opened.ask('POST /keys/delete', { body: { key: 'test_pro' } })).json).toEqual({ done: true });
  expect(list(opened, 'test_pro').status).toBe(401);
  const { items } = (await opened.ask<KeyPage>('GET /keys')).json;
  expect(items.map(({ alias }) => alias)).toEqual(['key#1', 'key#3', 'key#4', 'key#5']);
});

test('a client has the remaining requests that were set', async () => {
  const opened = openAdmin();
  const { json } = await opened.ask<KeyState>('POST /limits', { body: { key: 'test_free', remaining: 1 } });
  expect(json.minute.remaining).toBe(1);
  expect([list(opened, 'test_free').status, list(opened, 'test_free').status]).toEqual([200, 429]);
});

test('the day can be set alone', async () => {
  const { ask } = openAdmin();
  const { json } = await ask<KeyState>('POST /limits', { body: { key: 'key#1', remaining: 0, window: 'day' } });
  expect([json.minute.remaining, json.day.remaining]).toEqual([60, 0]);
});

test.each([
  ['/keys/ban', { key: 'sk_live_1' }, 'test_free'],
  ['/keys/ban', { key: 'test_free', for: 'soon' }, "Try '5m'"],
  ['/keys/unban', { key: 'sk_live_1' }, 'test_free'],
  ['/keys/revoke', { key: 'key#99' }, 'test_free'],
  ['/keys/delete', { key: 'sk_live_1' }, 'test_free'],
  ['/limits', { key: 'sk_live_1', remaining: 3 }, 'test_free'],
  ['/limits', { key: 'test_free', remaining: 61 }, 'try any number from 0 to 60'],
])('%s rejects %j', async (path, body, message) => {
  const { ask } = openAdmin();
  const before = (await ask('GET /keys')).json;
  const { status, json, body: text } = await ask(`POST ${path}`, { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect(text).not.toContain('sk_live_1');
  expect((await ask('GET /keys')).json).toEqual(before);
});
