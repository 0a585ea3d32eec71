import { expect, onTestFinished, test } from 'vitest';
import { World } from '../../../mocks/world.js';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { sendRaw } from '../server-for-tests.js';
import { startServer } from '../start-server.js';
import { openControlRoom } from './open-control-room.js';

const TOKEN = 'f00d';
const bearer = `Authorization: Bearer ${TOKEN}`;

async function start(allowedHosts: readonly string[] = []) {
  const pageFolder = await temporaryFolder();
  const host = '127.0.0.1';
  const server = await startServer({
    port: 0,
    host,
    createWorld: (origin, own, links) => new World({ baseUrl: `${origin}/v1`, pets: 1, ...own }, links),
    log: { request: undefined, bug: (bug) => Promise.reject(bug) },
    admin: (worlds) =>
      openControlRoom({
        version: '1.2.3',
        mode: { kind: 'fake', worlds },
        judgeManners: async () => [],
        judgeService: async () => [],
        token: TOKEN,
        host,
        allowedHosts,
        pageFolder,
      }),
  });
  onTestFinished(() => server.close());
  const { port } = server;
  /** Sends lines with `PORT` replaced, and returns the status and the whole response. */
  const send = async (first: string, ...lines: string[]) => {
    const sent = [first, 'Connection: close', ...lines, '', ''].join('\r\n');
    const text = await sendRaw(port, sent.replaceAll('PORT', String(port)));
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
  };
  return { ...server, send };
}

test.each([
  'Host: localhost:PORT',
  'Host: LOCALHOST',
  'Host: localhost.:1',
  'Host: shop.localhost:PORT',
  'host:127.0.0.1:PORT',
  'Host: [::1]:PORT',
])('responds under %s', async (host) => {
  const { send } = await start();
  expect((await send('GET /__admin/health HTTP/1.1', host, bearer)).status).toBe(200);
});

test.each([
  'Host: evil.test:PORT',
  'Host: evil.test',
  'Host: localhost.evil.test:PORT',
  'Host:',
  'Host: localhost, evil.test',
  'Host: user@localhost',
])('rejects %s, for the page too', async (host) => {
  const { send } = await start();
  for (const path of ['/__admin/health', '/__admin/ui', '/__admin/ui/assets/a.js', '/__admin']) {
    const { status, text } = await send(`GET ${path} HTTP/1.1`, host, bearer, 'Accept: text/html');
    expect({ path, status }).toEqual({ path, status: 403 });
    expect(text).toContain('--allowed-host');
  }
});

test('responds to unauthorised requests before their body arrives', async () => {
  const { send } = await start();
  const announced = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 16000000'];
  for (const [sign, status] of [
    ['Authorization: Bearer wrong', 401],
    ['Origin: http://evil.test', 403],
  ] as const) {
    const response = await send('POST /__admin/seed HTTP/1.1', ...announced, 'Expect: 100-continue', sign);
    expect(response.status).toBe(status);
  }
});

test('responds under an allowed host', async () => {
  const { send } = await start(['mock.internal']);
  expect((await send('GET /__admin/health HTTP/1.1', 'Host: mock.internal:8080', bearer)).status).toBe(200);
});

test('serves the fake under every host', async () => {
  const { send } = await start();
  expect((await send('GET /v1/inventory HTTP/1.1', 'Host: evil.test', 'Authorization: Bearer test_free')).status).toBe(
    200,
  );
});

test('rejects HTTP/1.0 without a host', async () => {
  const { send } = await start();
  expect((await send('GET /__admin/health HTTP/1.0', bearer)).status).toBe(403);
  expect((await send('GET /__admin/health HTTP/1.0', 'Host: localhost', bearer)).status).toBe(200);
});

test('uses the host of an absolute target', async () => {
  const { send } = await start();
  const absolute = (host: string) => `GET http://${host}/__admin/health HTTP/1.1`;
  expect((await send(absolute('evil.test'), 'Host: localhost', bearer)).status).toBe(403);
  expect((await send(absolute('localhost:PORT'), 'Host: evil.test', bearer)).status).toBe(200);
});

test('accepts calls from its own page only', async () => {
  const { send } = await start();
  const ask = (...lines: string[]) => send('GET /__admin/health HTTP/1.1', 'Host: localhost:PORT', bearer, ...lines);
  expect((await ask('Origin: http://localhost:PORT', 'Sec-Fetch-Site: same-origin')).status).toBe(200);
  expect((await ask('Origin: http://localhost:5173', 'Sec-Fetch-Site: same-site')).status).toBe(403);
  expect((await ask('Origin: http://127.0.0.1:PORT')).status).toBe(403);
  expect((await ask('Origin: null')).status).toBe(403);
  expect((await ask('Sec-Fetch-Site: cross-site')).status).toBe(403);
});

test('lets another origin neither send nor read anything', async () => {
  const { send } = await start();
  const origin = 'Origin: http://localhost:5173';
  const preflight = ['Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: authorization'];
  const asked = await send('OPTIONS /__admin/reset HTTP/1.1', 'Host: localhost:PORT', origin, ...preflight);
  const read = await send('GET /__admin/health HTTP/1.1', 'Host: localhost:PORT', origin, bearer);
  for (const { status, text } of [asked, read]) {
    expect(status).toBe(403);
    expect(text).not.toMatch(/access-control/i);
  }
});

test('serves its page to everybody, which then asks for the token', async () => {
  const { send } = await start();
  const foreign = ['Origin: null', 'Sec-Fetch-Site: cross-site'];
  const page = await send('GET /__admin/ui HTTP/1.1', 'Host: localhost:PORT', ...foreign);
  // The page was not built into the folder of this test.
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('npm run build')]);
  expect((await send('POST /__admin/ui HTTP/1.1', 'Host: localhost:PORT', 'Content-Length: 0')).status).toBe(401);
  const typed = await send('GET /__admin HTTP/1.1', 'Host: localhost:PORT', 'Accept: text/html');
  expect([typed.status, typed.text]).toEqual([302, expect.stringMatching(/\r\nLocation: \/__admin\/ui\r\n/)]);
  const { status, text } = await send('GET /__admin/health HTTP/1.1', 'Host: localhost:PORT');
  expect([status, text]).toEqual([401, expect.stringContaining('WWW-Authenticate: Bearer realm="petstore-admin"\r\n')]);
});

test('rejected calls change nothing', async () => {
  const { send, world } = await start();
  const before = world.clock.now();
  const json = ['Content-Type: application/json', 'Content-Length: 11', '', '{"by":"9h"}'];
  const advance = (...lines: string[]) => send('POST /__admin/clock/advance HTTP/1.1', ...lines, ...json);
  expect((await advance('Host: evil.test', bearer)).status).toBe(403);
  expect((await advance('Host: localhost', bearer, 'Origin: http://evil.test')).status).toBe(403);
  expect((await advance('Host: localhost', 'Authorization: Bearer wrong')).status).toBe(401);
  expect(world.clock.now() - before).toBeLessThan(3_600_000);
  expect((await advance('Host: localhost', bearer)).status).toBe(200);
  expect(world.clock.now() - before).toBeGreaterThan(3_600_000);
});

test('reports the uptime of the server', async () => {
  const { send } = await start();
  const { text } = await send('GET /__admin/health HTTP/1.1', 'Host: localhost', bearer);
  expect(text).toMatch(/"version":"1\.2\.3","uptimeSeconds":\d+,/);
});

test('starts nothing if an allowed host is invalid', async () => {
  await expect(start(['http://mock.internal'])).rejects.toThrow('"http://mock.internal" is not a host');
});

test('a stopped server ends streams that would never end', async () => {
  const { send, close } = await start();
  const watching = send('GET /__admin/events HTTP/1.1', 'Host: localhost', bearer);
  await send('GET /__admin/health HTTP/1.1', 'Host: localhost', bearer);
  await close();
  expect((await watching).status).toBe(200);
});
