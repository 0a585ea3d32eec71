import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../tests/temporary-file.js';
import { type ServeRequest, serve } from './serve-command.js';

async function start({ folder, ...request }: Partial<ServeRequest> & { folder?: string } = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const serving = await serve(
    { version: '1.2.3', handlers: undefined, ...request, flags: { port: '0', log: 'off', ...request.flags } },
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
  const { out } = await start({ flags: { pets: '3' } });
  const [, key = '', url = ''] = /curl -H 'Authorization: Bearer (\w+)' (\S+)/.exec(out.join('')) ?? [];
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  expect(await response.json()).toHaveLength(3);
});

test('keeps no journal, since nothing here reads one', async () => {
  const { server } = await start();
  expect((await list(server.url, 'test_free')).status).toBe(200);
  expect(server.world.journal).toMatchObject({ exchanges: [], dropped: 1 });
});

test('prints a token once that opens the admin API', async () => {
  const { out, server } = await start();
  const [, token = ''] = /Admin .* \(token ([0-9a-f]{32})\)\n/.exec(out.join('')) ?? [];
  const headers = { Authorization: `Bearer ${token}` };
  const health = await (await fetch(`${server.origin}/__admin/health`, { headers })).json();
  expect(health).toEqual({ status: 'ok', version: '1.2.3', uptimeSeconds: 0, baseUrl: server.url });
});

test('never prints a key or a token that the user chose', async () => {
  const flags = { key: ['s3cret:business'], adminToken: 's3cret-token' };
  const keyFile = await temporaryFile('keys.txt', 's3cret-too:pro');
  const { out, server } = await start({ flags: { ...flags, keyFile } });
  expect((await list(server.url, 's3cret')).headers.get('x-ratelimit-limit')).toBe('1000');
  expect((await list(server.url, 's3cret-too')).headers.get('x-ratelimit-limit')).toBe('300');
  expect(out.join('')).not.toContain('s3cret');
  expect(out.join('')).toContain('key#6 (pro)');
  expect(out.join('')).toContain('key#7 (business)');
});

test('shows the plan that the user gave a sample key', async () => {
  const { out } = await start({ flags: { key: ['test_free:business'] } });
  expect(out.join('')).toContain('test_free (business)  test_pro (pro)');
  expect(out.join('')).not.toContain('key#');
});

test('says so when there is nothing to watch', async () => {
  const { log, out } = await start({ flags: { watch: true, log: 'pretty' } });
  await log.flush();
  expect(out.join('')).toContain('--watch: nothing to watch. Name a file: --fixture store.json');
});

test('begins a JSON log with what the banner would say', async () => {
  const { log, out, server } = await start({ flags: { log: 'json' } });
  await log.flush();
  expect(JSON.parse(out[0] ?? '')).toMatchObject({ msg: 'listening', url: server.url, stock: { pets: 100, seed: 1 } });
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

test('reports a bug of the fake with its stack, and says nothing of it to the client', async () => {
  const { server, err } = await start();
  vi.spyOn(server.world.inventory, 'get').mockImplementation(() => {
    throw new Error('out of shelves');
  });
  const response = await fetch(`${server.url}/pets/1`, { headers: { Authorization: 'Bearer test_free' } });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('shelves');
  expect(err.join('')).toMatch(/^petstore-mock: Error: out of shelves\n +at /);
});

test('shows and hides what an answer assumes, and CORS', async () => {
  const shown = (await list((await start()).server.url, 'test_free')).headers;
  expect([shown.has('x-mock-assumed'), shown.has('access-control-allow-origin')]).toEqual([true, true]);
  const { server } = await start({ flags: { assumed: false, cors: false } });
  const hidden = (await list(server.url, 'test_free')).headers;
  expect([hidden.has('x-mock-assumed'), hidden.has('access-control-allow-origin')]).toEqual([false, false]);
});

test('says whose choice a port is that is taken', async () => {
  const { server } = await start();
  const second = serve(
    { version: '1.2.3', handlers: undefined, flags: { log: 'off' } },
    {
      stdout: { write: () => {} },
      stderr: { write: () => {} },
      folder: await temporaryFolder(),
      variables: { PETSTORE_PORT: String(server.port) },
    },
  );
  await expect(second).rejects.toThrow(`port ${server.port} is taken (chosen by PETSTORE_PORT)`);
});

test.each([
  [{ fixture: 'nowhere.json' }, 'Reading the fixture nowhere.json: there is no such file'],
  [{ behaviour: '.' }, 'Reading the behaviour .: it is a directory'],
  [{ keyFile: 'nowhere.txt' }, 'Reading the keys nowhere.txt: there is no such file'],
])('starts nothing when %j cannot be read', async (flags, message) => {
  await expect(start({ flags })).rejects.toThrow(message);
});

test('takes a changed behaviour over, and forgets what it no longer says', async () => {
  const behaviour = await temporaryFile('behaviour.json', '{"www-authenticate":"none"}');
  const { server } = await start({ flags: { behaviour, watch: true } });
  await writeFile(behaviour, '{"unknown-method":404}');
  await vi.waitUntil(() => server.world.behaviour['unknown-method'] === 404, { timeout: 5_000 });
  expect(server.world.behaviour['www-authenticate']).toBe('bearer');
});
