import { expect, onTestFinished, test } from 'vitest';
import { type ServedFake, serveFake } from '../../tests/serve-fake.js';
import type { ErrorBody } from '../service/schemas.js';

async function start(byHeader = true): Promise<ServedFake> {
  const fake = await serveFake({ pets: 3, clock: '2026-11-21T12:00:00Z', worlds: { byHeader } });
  onTestFinished(() => fake.close());
  return fake;
}

/** Sends what a server-rendered app sends: always the same key, and the headers of the visitor. */
function visit({ server }: ServedFake, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) {
  const Authorization = 'Bearer test_free';
  return fetch(`${server.url}/inventory`, { ...init, headers: { Authorization, ...headers } });
}

const remaining = (response: Response) => response.headers.get('X-RateLimit-Remaining');
const listed = ({ server }: ServedFake, id: string) => server.worlds.get(id)?.world.journal.count;

test('one key has its own quota, stock and journal in each world', async () => {
  const fake = await start();
  const [one, other] = await Promise.all([fake.admin.worlds.open(), fake.admin.worlds.open()]);
  await one.inventory.set({ petId: '1', quantity: 777 });
  const inOne = await visit(fake, { 'X-Petstore-World': 'w1' });
  expect(remaining(inOne)).toBe('59');
  expect(await inOne.json()).toContainEqual(expect.objectContaining({ petId: 1, quantity: 777 }));
  expect(remaining(await visit(fake, { 'X-Petstore-World': 'w1' }))).toBe('58');
  const inOther = await visit(fake, { baggage: 'trace=1,petstore-world=%772;x=y' });
  expect(remaining(inOther)).toBe('59');
  expect(await inOther.text()).not.toContain('777');
  expect(remaining(await visit(fake))).toBe('59');
  expect(remaining(await visit(fake, { 'X-Petstore-World': 'shared' }))).toBe('58');
  expect([listed(fake, 'w1'), listed(fake, 'w2'), listed(fake, 'shared')]).toEqual([2, 1, 2]);
  // The key that the world was opened with leads there, with or without the header.
  for (const headers of [{}, { 'X-Petstore-World': 'w2' }]) {
    const response = await visit(fake, { ...headers, Authorization: `Bearer ${other.key}` });
    expect(response.status).toBe(200);
  }
  expect(listed(fake, 'w2')).toBe(3);
});

test.each([
  ['an unknown world', { 'X-Petstore-World': 'w9' }, 'The world w9 does not exist (any more) on this server.'],
  ['a dropped world', { 'X-Petstore-World': 'w1' }, 'The world w1 does not exist (any more) on this server.'],
  ['two worlds', { 'X-Petstore-World': 'w2', baggage: 'petstore-world=w9' }, 'name 2 worlds'],
  ['an empty header', { 'X-Petstore-World': '' }, 'leave it out for the shared world'],
  ['a world on no path', { baggage: 'petstore-world=%' }, 'The header names no world.'],
])('responds 400 to %s, and touches no world', async (_, headers, message) => {
  const fake = await start();
  await fake.admin.worlds.open();
  await fake.admin.worlds.open();
  await fake.admin.worlds.delete({ id: 'w1' });
  const response = await visit(fake, headers, { method: 'POST', body: '{"message":"hi"}' });
  const error = (await response.json()) as ErrorBody;
  expect(error).toEqual({ code: 'invalid_request', message: expect.stringContaining(message), status: 400 });
  expect(response.status).toBe(400);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect([listed(fake, 'w2'), listed(fake, 'shared')]).toEqual([0, 0]);
});

test('a key of another world is rejected', async () => {
  const fake = await start();
  const [one] = [await fake.admin.worlds.open(), await fake.admin.worlds.open()];
  for (const [world, named] of Object.entries({ w2: 'world w2', shared: 'shared world' })) {
    const response = await visit(fake, { Authorization: `Bearer ${one.key}`, 'X-Petstore-World': world });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain(`The ${named} does not have this API key.`);
  }
});

test('a browser may send both headers from another origin', async () => {
  const fake = await start();
  const response = await visit(
    fake,
    {
      Origin: 'http://localhost:3000',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization,baggage,x-petstore-world',
    },
    { method: 'OPTIONS' },
  );
  expect(response.status).toBe(204);
  expect(response.headers.get('Access-Control-Allow-Headers')).toBe('authorization,baggage,x-petstore-world');
});

test('the headers mean nothing without the option', async () => {
  const fake = await start(false);
  const { key } = await fake.admin.worlds.open();
  expect((await visit(fake, { 'X-Petstore-World': 'w1', baggage: 'petstore-world=w7' })).status).toBe(200);
  expect([listed(fake, 'w1'), listed(fake, 'shared')]).toEqual([0, 1]);
  // An isolated world has no other keys.
  expect(fake.server.worlds.get('w1')?.world.accounts.knownKeys()).toEqual([key]);
});

test('a state of a world that has the sample keys brings back the key that it was opened with', async () => {
  const fake = await start();
  await fake.admin.worlds.open();
  await visit(fake, { 'X-Petstore-World': 'w1' });
  const world = fake.server.worlds.get('w1')?.world;
  const [key = ''] = world?.accounts.knownKeys().slice(-1) ?? [];
  const state = world?.state();
  expect(JSON.stringify(state?.accounts)).toContain(key);
  world?.reset();
  world?.restore(state as NonNullable<typeof state>);
  expect(world?.accounts.ofKey(key)).toBeDefined();
  expect(remaining(await visit(fake, { 'X-Petstore-World': 'w1' }))).toBe('58');
});
