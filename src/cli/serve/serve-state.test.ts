import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { World } from '../../../mocks/world.js';
import { temporaryFile, temporaryFolder } from '../../../tests/temporary-file.js';
import { type ServeRequest, serve } from './serve-command.js';

interface StartOptions extends Pick<ServeRequest, 'flags'> {
  readonly variables?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

async function start({ flags, variables = {}, folder }: StartOptions = { flags: {} }) {
  const out: string[] = [];
  const err: string[] = [];
  const serving = await serve(
    { version: '1.2.3', flags: { port: 0, log: 'off', ...flags } },
    {
      stdout: { write: (text) => out.push(text) },
      stderr: { write: (text) => err.push(text) },
      folder: folder ?? (await temporaryFolder()),
      variables,
    },
  );
  onTestFinished(serving.stop);
  return { ...serving, out, err };
}

/** Starts a server and returns how to use it. */
async function startShop(flags: ServeRequest['flags']) {
  const started = await start({ flags: { adminToken: 's3cret', ...flags } });
  const { url, origin } = started.server;
  const send = (path: string, key = 'test_free', init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    });
  return {
    ...started,
    patch: (quantity: number, key?: string) =>
      send('/inventory/1', key, { method: 'PATCH', body: JSON.stringify({ quantity }) }),
    remaining: async (key: string) => (await send('/inventory', key)).headers.get('x-ratelimit-remaining'),
    admin: (method: string, path: string, body?: object) =>
      fetch(`${origin}/__admin${path}`, {
        method,
        headers: { Authorization: 'Bearer s3cret', 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}

test('a server with --state continues where the last one has stopped', async () => {
  const state = join(await temporaryFolder(), 'shop.json');
  const one = await startShop({ state, pets: 3, log: 'pretty' });
  expect(one.out.join('')).toContain(`  Stock  3 pets (seed 1)\n  State  ${state}, new\n`);
  await one.patch(71);
  const { key } = (await (await one.admin('POST', '/keys', { plan: 'pro' })).json()) as { key: string };
  await one.admin('POST', '/faults', { operation: 'getPet', status: 503 });
  await one.admin('PATCH', '/behaviour', { 'ban-status': 403 });
  await one.admin('POST', '/clock/freeze', {});
  await one.stop();
  const taken = JSON.parse(await readFile(state, 'utf8'));
  const other = await startShop({ state, log: 'pretty' });
  expect(other.out.join('')).toContain(`  Stock  3 pets\n  State  ${state}, taken `);
  const { world } = other.server;
  expect(world.inventory.get('1')?.quantity).toBe(71);
  expect(world.behaviour['ban-status']).toBe(403);
  expect(world.clock.course).toEqual(taken.clock);
  expect(world.faults.list()).toHaveLength(1);
  expect(await other.remaining('test_free')).toBe('58');
  expect(await other.remaining(key)).toBe('299');
  expect(world.journal.count).toBe(2);
  for (const { out, err } of [one, other]) expect(out.join('') + err.join('')).not.toContain(key);
});

test('every request and every call that changes something is written, and no other', async () => {
  const state = join(await temporaryFolder(), 'shop.json');
  const { server, admin, patch } = await startShop({ state });
  const changed = vi.fn();
  server.worlds.onChange(changed);
  await admin('GET', '/state');
  expect(changed).not.toHaveBeenCalled();
  await patch(71);
  await admin('POST', '/clock/freeze', {});
  await admin('DELETE', '/faults');
  expect(changed).toHaveBeenCalledTimes(3);
});

test('all worlds begin with the file of --from-state, return to it, and never write it', async () => {
  const { server, patch, stop } = await startShop({ pets: 2 });
  await patch(71);
  const text = JSON.stringify(server.world.state());
  await stop();
  const fromState = await temporaryFile('bug.json', text);
  const shop = await startShop({ fromState, log: 'pretty' });
  expect(shop.out.join('')).toContain(`  Stock  2 pets\n  From   ${fromState}, taken `);
  const own = shop.server.worlds.open({});
  for (const world of [shop.server.world, own.served.world]) {
    expect(world.inventory.get('1')?.quantity).toBe(71);
    world.inventory.setQuantity('1', 5);
    world.reset();
    expect(world.inventory.get('1')?.quantity).toBe(71);
  }
  expect(await shop.remaining('test_free')).toBe('58');
  expect(await shop.remaining(own.key)).toBe('59');
  expect(await readFile(fromState, 'utf8')).toBe(text);
});

test('with --world-header, each world has every key with a quota of its own, whatever state it begins with', async () => {
  const fromState = join(await temporaryFolder(), 'bug.json');
  const first = await startShop({ state: fromState, keys: [['team-a', 'pro']], pets: 3 });
  await first.patch(71);
  for (const key of ['test_free', 'team-a']) await first.remaining(key);
  await first.stop();
  expect(await readFile(fromState, 'utf8')).not.toContain('team-a');
  const flags: ServeRequest['flags'] = { worldHeader: true, keys: [['team-a', 'pro']] };
  const ask = async ({ server }: typeof first, key: string, world: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'X-Petstore-World': world };
    const response = await fetch(`${server.url}/inventory`, { headers });
    return [response.headers.get('x-ratelimit-remaining'), ((await response.json()) as object[])[0]];
  };
  const changed = expect.objectContaining({ petId: 1, quantity: 71 });
  const one = await startShop({ ...flags, fromState });
  const { key } = one.server.worlds.open({});
  for (const [name, left] of [
    ['test_free', '59'],
    ['team-a', '299'],
    [key, '59'],
  ] as const) {
    expect(await ask(one, name, 'w1')).toEqual([left, changed]);
  }
  expect(await ask(one, 'test_free', 'shared')).toEqual(['57', changed]);
});

test('a changed file of --from-state is loaded with --watch', async () => {
  const one = new World({ pets: 2 });
  const fromState = await temporaryFile('bug.json', JSON.stringify(one.state()));
  const { server } = await start({ flags: { fromState, watch: true } });
  one.inventory.setQuantity('1', 71);
  await writeFile(fromState, JSON.stringify(one.state()));
  await vi.waitUntil(() => server.world.inventory.get('1')?.quantity === 71, { timeout: 60_000 });
  expect(server.worlds.open({}).served.world.inventory.get('1')?.quantity).toBe(71);
});

test.each([
  [
    { pets: 3 },
    'Reading --from-state: a state contains the store, the behaviour and the profile, so --pets contradicts',
  ],
  [{}, 'Reading the state bug.json: the file does not exist. Name a state file: --from-state petstore-state.json'],
])('rejects --from-state with %j', async (flags, message) => {
  await expect(start({ flags: { fromState: 'bug.json', ...flags } })).rejects.toThrow(message);
});

test('a file that another server uses is rejected, also if that one listens elsewhere', async () => {
  const state = join(await temporaryFolder(), 'shop.json');
  const { stop } = await start({ flags: { state } });
  await expect(start({ flags: { state } })).rejects.toThrow('another petstore-mock uses the file');
  await stop();
  await start({ flags: { state } });
});

test('a server that cannot listen gives its state file up', async () => {
  const { server } = await start();
  const state = join(await temporaryFolder(), 'shop.json');
  await expect(start({ flags: { state, port: server.port } })).rejects.toThrow('is already in use');
  await start({ flags: { state } });
});
