import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../../tests/temporary-file.js';
import { profileOf } from '../../fidelity/profile/profile-for-tests.js';
import { type ServeRequest, serve } from './serve-command.js';

async function start({ folder, ...request }: Partial<ServeRequest> & { folder?: string } = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const serving = await serve(
    { version: '1.2.3', ...request, flags: { port: 0, log: 'off', ...request.flags } },
    {
      stdout: { write: (text) => out.push(text) },
      stderr: { write: (text) => err.push(text) },
      folder: folder ?? (await temporaryFolder()),
      variables: {},
    },
  );
  onTestFinished(serving.stop);
  return { ...serving, out, err };
}

function list(url: string, key: string) {
  return fetch(`${url}/inventory`, { headers: { Authorization: `Bearer ${key}` } });
}

test('prints a curl line that works', async () => {
  const { out } = await start({ flags: { pets: 3 } });
  const [, key = '', url = ''] = /curl -H 'Authorization: Bearer (\w+)' (\S+)/.exec(out.join('')) ?? [];
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  expect(await response.json()).toHaveLength(3);
});

test('retains the newest exchanges, up to the limit', async () => {
  const { server } = await start({ flags: { journal: 2 } });
  for (let sent = 0; sent < 3; sent++) await (await list(server.url, 'test_free')).text();
  expect(server.world.journal).toMatchObject({ count: 2, dropped: 1 });
  const isolated = server.worlds.open({});
  for (let sent = 0; sent < 3; sent++) await (await list(server.url, isolated.key)).text();
  expect(isolated.served.world.journal).toMatchObject({ count: 2, dropped: 1 });
});

test('with --world-header, isolated worlds have the keys of the user, who may keep them in a file', async () => {
  const keys = new Map([['team-a', 'pro']] as const);
  const { server } = await start({ flags: { worldHeader: true, keys: [...keys] } });
  const isolated = server.worlds.open({ plan: 'business' });
  const headers = { Authorization: 'Bearer team-a', 'X-Petstore-World': 'w1' };
  const response = await fetch(`${server.url}/inventory`, { headers });
  expect(response.headers.get('X-RateLimit-Remaining')).toBe('299');
  const [state] = [isolated.served.world.state()];
  // The texts of the user's keys are the user's: they are named by their place.
  expect(JSON.stringify(state.accounts)).not.toContain('team-a');
  expect(state.accounts.keys).toContainEqual(expect.objectContaining({ ownKey: 1, plan: 'pro' }));
  expect(state.accounts.keys).toContainEqual(expect.objectContaining({ key: isolated.key, plan: 'business' }));
});

test('prints the address of the control room once', async () => {
  const { out, server } = await start({ flags: { log: 'pretty' } });
  const [, page = '', token = ''] = /Control room\n {2}(\S+)#token=([0-9a-f]{32})\n/.exec(out.join('')) ?? [];
  expect(page).toBe(`${server.origin}/__admin/ui`);
  const headers = { Authorization: `Bearer ${token}` };
  const health = await (await fetch(`${server.origin}/__admin/health`, { headers })).json();
  expect(health).toMatchObject({ status: 'ok', version: '1.2.3', mode: 'fake', baseUrl: server.url });
  await fetch(`${server.origin}/__admin/reset?token=${token}`, { method: 'POST', headers });
  expect(out.join('').split(token)).toHaveLength(2);
});

test('logs changes in the control room, and no reads', async () => {
  const { out, server } = await start({ flags: { log: 'json', adminToken: 's3cret' } });
  const headers = { Authorization: 'Bearer s3cret' };
  await fetch(`${server.origin}/__admin/state`, { headers });
  await fetch(`${server.origin}/__admin/reset?world=shared`, { method: 'POST', headers });
  const lines = out.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(lines).toEqual([expect.objectContaining({ method: 'POST', path: '/__admin/reset', status: 200 })]);
});

test('listens on ::1, too, unless an address is chosen', async () => {
  const { server, stop } = await start();
  const second = `http://[::1]:${server.port}`;
  expect((await fetch(`${second}/v1/inventory`, { headers: { Authorization: 'Bearer test_free' } })).status).toBe(200);
  await stop();
  await expect(fetch(second)).rejects.toThrow();
  const chosen = await start({ flags: { host: '127.0.0.1' } });
  await expect(fetch(`http://[::1]:${chosen.server.port}`)).rejects.toThrow();
});

test('with --trust-proxy, each client behind a proxy has its own quota', async () => {
  const behaviour = await temporaryFile('behaviour.json', '{ "unauthenticated-quota": "per-address" }');
  const remaining = async (trustProxy: boolean) => {
    const { server } = await start({ flags: { behaviour, trustProxy } });
    const ask = async (client: string) => {
      const { headers } = await fetch(`${server.url}/inventory`, { headers: { 'X-Forwarded-For': client } });
      return headers.get('x-ratelimit-remaining');
    };
    return [await ask('203.0.113.7'), await ask('203.0.113.8'), await ask('203.0.113.7')];
  };
  expect(await remaining(true)).toEqual(['59', '59', '58']);
  expect(await remaining(false)).toEqual(['59', '58', '57']);
});

test('serves metrics with --metrics', async () => {
  const { server } = await start({ flags: { metrics: true } });
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  expect(metrics).toContain('\npetstore_mock_worlds 1\n');
});

test('logs which world was dropped, and why', async () => {
  const { out, server } = await start({ flags: { log: 'json' } });
  server.worlds.open({});
  server.worlds.delete('w1');
  expect(JSON.parse(out.at(-1) ?? '')).toMatchObject({
    msg: 'World w1 was dropped because it was deleted.',
    world: 'w1',
    reason: 'deleted',
  });
});

test('imitates the deployment of a profile, in isolated worlds too; the behaviour takes precedence', async () => {
  const profile = await temporaryFile(
    'profile.json',
    JSON.stringify(
      profileOf({
        observed: { 'list-order': 'descending', 'error-codes': { 'key-missing': 'NO_KEY' } },
        responses: { 'listInventory 200': { headers: { Server: 'nginx' } } },
        latency: { listInventory: 1 },
      }),
    ),
  );
  const behaviour = await temporaryFile('behaviour.json', '{ "error-codes": {} }');
  const { out, server } = await start({ flags: { profile, behaviour, pets: 2, latency: true, log: 'pretty' } });
  expect(out.join('')).toContain('  Profile  learned from https://api.example.com/v1 on 2026-11-20\n');
  for (const key of ['test_free', server.worlds.open({}).key]) {
    const response = await list(server.url, key);
    expect(response.headers.get('server')).toBe('nginx');
    expect(await response.json()).toMatchObject([{ petId: 2 }, { petId: 1 }]);
  }
  expect(await (await fetch(`${server.url}/inventory`)).json()).toMatchObject({ code: 'unauthorized' });
});

test('serves only the fake with --no-admin', async () => {
  const { out, server } = await start({ flags: { admin: false } });
  expect(out.join('')).not.toMatch(/__admin|Control room/);
  const response = await fetch(`${server.origin}/__admin/ui`, { headers: { Authorization: 'Bearer test_free' } });
  const nowhere = await fetch(`${server.origin}/nowhere`, { headers: { Authorization: 'Bearer test_free' } });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  expect(await response.json()).toMatchObject({ code: ((await nowhere.json()) as { code: string }).code });
  expect(server.world.journal).toMatchObject({ count: 0, dropped: 2 });
});

test('does not open the control room to other machines with a generated token', async () => {
  const { out, server } = await start({ flags: { host: '0.0.0.0', log: 'json' } });
  expect((await fetch(`${server.origin}/__admin/health`)).status).toBe(404);
  const [listening] = out.map((line) => JSON.parse(line));
  expect(listening).toMatchObject({ msg: 'listening', controlRoom: 'without-token' });
  expect(Object.keys(listening)).not.toContain('adminToken');
});

test('opens it to other machines with a token of the user', async () => {
  const { server } = await start({ flags: { host: '0.0.0.0', adminToken: 'mine' } });
  const response = await fetch(`${server.origin}/__admin/health`, { headers: { Authorization: 'Bearer mine' } });
  expect(response.status).toBe(200);
});

test('does not start if the control room is open to others and has no token', async () => {
  await expect(start({ flags: { host: '0.0.0.0', admin: true } })).rejects.toThrow(
    'Add --admin-token <token>, or turn the control room off with --no-admin',
  );
});

test('limits the isolated worlds', async () => {
  const { server } = await start({ flags: { worlds: 1, worldIdle: 5_400_000 } });
  server.worlds.open({});
  expect(server.worlds.most).toBe(1);
  expect(server.worlds.list()).toMatchObject([{ id: 'shared' }, { id: 'w1', droppedAfterSeconds: 5400 }]);
});

test('never prints a key or a token of the user', async () => {
  const keys = [
    ['s3cret', 'business'],
    ['s3cret-too', 'pro'],
  ] as const;
  const { out, server } = await start({ flags: { keys, adminToken: 's3cret-token' } });
  expect((await list(server.url, 's3cret')).headers.get('x-ratelimit-limit')).toBe('1000');
  expect((await list(server.url, 's3cret-too')).headers.get('x-ratelimit-limit')).toBe('300');
  expect(out.join('')).not.toContain('s3cret');
  expect(out.join('')).toContain('key#6 (business)');
  expect(out.join('')).toContain('key#7 (pro)');
});

test('shows the plan that the user set for a sample key', async () => {
  const { out } = await start({ flags: { keys: [['test_free', 'business']] } });
  expect(out.join('')).toContain('test_free (business)  test_pro (pro)');
  expect(out.join('')).not.toContain('key#');
});

test('reports that there is nothing to watch', async () => {
  const { out } = await start({ flags: { watch: true, log: 'pretty' } });
  expect(out.join('')).toContain('--watch: nothing to watch. Name a file: --fixture store.json');
});

test('starts a JSON log with the facts of the banner', async () => {
  const { out, server } = await start({ flags: { log: 'json' } });
  expect(JSON.parse(out[0] ?? '')).toMatchObject({
    msg: 'listening',
    url: server.url,
    stock: { pets: 100, seed: 1 },
    controlRoom: 'open',
    controlRoomUrl: `${server.origin}/__admin/ui`,
    adminUrl: `${server.origin}/__admin`,
    adminToken: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test('serves a fixture and a behaviour from files', async () => {
  const fixture = await temporaryFile('store.json', '{"inventory":[{"petId":7,"quantity":1,"status":"sold"}]}');
  const behaviour = await temporaryFile('behaviour.json', '{"www-authenticate":"none"}');
  const { server } = await start({ flags: { fixture, behaviour } });
  expect(await (await list(server.url, 'test_free')).json()).toEqual([{ petId: 7, quantity: 1, status: 'sold' }]);
  expect((await list(server.url, 'wrong')).headers.get('www-authenticate')).toBeNull();
});

test('reads the settings file of its folder', async () => {
  const file = await temporaryFile('petstore-mock.config.json', '{"pets": 7}');
  expect((await start({ folder: dirname(file) })).server.world.inventory.list()).toHaveLength(7);
});

test('reports a bug of the fake with its stack, and hides it from the client', async () => {
  const { server, err } = await start();
  vi.spyOn(server.world.inventory, 'get').mockImplementation(() => {
    throw new Error('out of shelves');
  });
  const response = await fetch(`${server.url}/pets/1`, { headers: { Authorization: 'Bearer test_free' } });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('shelves');
  expect(err.join('')).toMatch(/^petstore-mock: Error: out of shelves\n +at /);
});

test('shows and hides assumptions and CORS headers', async () => {
  const shown = (await list((await start()).server.url, 'test_free')).headers;
  expect([shown.has('x-mock-assumed'), shown.has('access-control-allow-origin')]).toEqual([true, true]);
  const { server } = await start({ flags: { assumed: false, cors: false } });
  const hidden = (await list(server.url, 'test_free')).headers;
  expect([hidden.has('x-mock-assumed'), hidden.has('access-control-allow-origin')]).toEqual([false, false]);
});

test('reports which setting chose a port that is in use', async () => {
  const { server } = await start();
  const second = serve(
    { version: '1.2.3', flags: { log: 'off' } },
    {
      stdout: { write: () => {} },
      stderr: { write: () => {} },
      folder: await temporaryFolder(),
      variables: { PETSTORE_PORT: String(server.port) },
    },
  );
  await expect(second).rejects.toThrow(`port ${server.port} is already in use (set by PETSTORE_PORT)`);
});

test.each([
  [{ fixture: 'nowhere.json' }, 'Reading the fixture nowhere.json: the file does not exist'],
  [{ behaviour: '.' }, 'Reading the behaviour .: it is a directory'],
])('does not start if %j cannot be read', async (flags, message) => {
  await expect(start({ flags })).rejects.toThrow(message);
});

test('applies a changed behaviour, and resets removed choices', async () => {
  const behaviour = await temporaryFile('behaviour.json', '{"www-authenticate":"none"}');
  const { server } = await start({ flags: { behaviour, watch: true } });
  await writeFile(behaviour, '{"unknown-method":404}');
  await vi.waitUntil(() => server.world.behaviour['unknown-method'] === 404, { timeout: 60_000 });
  expect(server.world.behaviour['www-authenticate']).toBe('bearer');
});

test('applies reloaded files to later worlds, too', async () => {
  const fixture = await temporaryFile('store.json', '{"inventory":[]}');
  const { server } = await start({ flags: { fixture, watch: true } });
  const before = server.worlds.open({}).served.world;
  await writeFile(fixture, '{"inventory":[{"petId":7,"quantity":1,"status":"sold"}]}');
  await vi.waitUntil(() => server.world.inventory.list().length === 1, { timeout: 60_000 });
  expect(server.worlds.open({}).served.world.inventory.list()).toHaveLength(1);
  expect(before.inventory.list()).toHaveLength(0);
});
