import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  certificate,
  hasIpv6,
  key,
  startHttp,
  startHttps,
  startMutualTls,
  startRaw,
} from '../../contract-tests/sending/servers-for-tests.js';
import { exchangeRaw, openSocket, readUntil, startProxy } from './proxy-for-tests.js';

const GET = 'GET /v1/inventory HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test('responds with an Error if the upstream does not listen', async () => {
  // No server listens there.
  const upstream = 'http://127.0.0.1:1';
  const { origin, count } = await startProxy(upstream);
  const response = await fetch(`${origin}/v1/inventory`);
  expect([response.status, response.headers.get('x-petstore-mock-proxy')]).toEqual([502, 'unreachable']);
  expect(await response.json()).toEqual({
    code: 'proxy_unreachable',
    message: expect.stringContaining(`${upstream}: ${new URL(upstream).host} refused the connection`),
    status: 502,
  });
  const [passed] = await count(1);
  expect(passed).toMatchObject({ response: undefined, failure: expect.stringContaining('refused') });
});

test.each([
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
  ['an impossible status', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
  ['a folded header', 'HTTP/1.1 200 OK\r\nX-A: 1\r\n 2\r\nContent-Length: 0\r\n\r\n'],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
])('responds itself if the upstream sends %s', async (_what, bytes) => {
  const { origin, count, bugs } = await startProxy(await startRaw(bytes));
  expect((await fetch(`${origin}/v1/inventory`)).status).toBe(502);
  expect((await count(1))[0]?.response).toBeUndefined();
  expect(bugs).toEqual([]);
});

test('responds itself if the upstream stays silent', async () => {
  const upstream = await startRaw(() => {});
  const { origin, count } = await startProxy(upstream, { responseTimeoutMs: 20 });
  const response = await fetch(`${origin}/v1/inventory`);
  expect([response.status, response.headers.get('x-petstore-mock-proxy')]).toEqual([504, 'timeout']);
  expect((await count(1))[0]?.failure).toBe('no response within 0.02 s');
});

/** Sends a request; returns what comes back, and whether the connection was reset. */
async function exchangeToEnd(origin: string, request: string) {
  const socket = openSocket(origin);
  let [received, isReset] = ['', false];
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.once('error', () => {
    isReset = true;
  });
  socket.write(request);
  await new Promise((resolve) => socket.once('close', resolve));
  return { received, isReset };
}

test.each([
  ['closes', false, (socket: Socket) => socket.end()],
  ['closes', false, (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nX-Half')],
  ['resets', true, (socket: Socket) => socket.resetAndDestroy()],
])('%s the connection if the upstream does before it responds', async (_what, isReset, respond) => {
  const { origin, count } = await startProxy(await startRaw(respond));
  expect(await exchangeToEnd(origin, GET)).toEqual({ received: '', isReset });
  expect((await count(1))[0]).toMatchObject({ response: undefined, failure: expect.stringContaining('reset') });
});

test('resets the connection of an HTTP/1.0 client, which could not tell that chunks were cut off', async () => {
  const upstream = await startRaw((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
  );
  const { origin, count } = await startProxy(upstream);
  const { received, isReset } = await exchangeToEnd(origin, 'GET /v1/inventory HTTP/1.0\r\n\r\n');
  expect([received, isReset]).toEqual(['HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf', true]);
  expect((await count(1))[0]).toMatchObject({ cutBy: 'service' });
});

test('aborts the upstream request when the client disconnects, before or in the response', async () => {
  const sockets: Socket[] = [];
  const closed: Promise<unknown>[] = [];
  const upstream = await startHttp((request, response) => {
    sockets.push(request.socket);
    closed.push(once(request.socket, 'close'));
    if (request.url === '/begun') response.write('begun');
  });
  const { origin, count } = await startProxy(upstream);
  const early = openSocket(origin);
  early.write('GET /silent HTTP/1.1\r\nHost: a\r\n\r\n');
  const late = openSocket(origin);
  late.write('GET /begun HTTP/1.1\r\nHost: a\r\n\r\n');
  await readUntil(late, 'begun');
  while (sockets.length < 2) await new Promise((resolve) => setImmediate(resolve));
  early.destroy();
  late.destroy();
  await Promise.all(closed);
  const passed = await count(2);
  expect(passed.map(({ response, failure }) => response?.incomplete ?? failure).sort()).toEqual([
    'the client disconnected before a response arrived',
    'the client disconnected before the body was complete',
  ]);
});

test('does not forward the rest of a pipeline for a client that has left', async () => {
  const closed: Promise<unknown>[] = [];
  const upstream = await startHttp((request, response) => {
    closed.push(once(request.socket, 'close'));
    response.write('begun');
  });
  const { origin, count, close } = await startProxy(upstream);
  const client = openSocket(origin);
  for (const path of ['/first', '/second']) client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await readUntil(client, 'begun');
  client.destroy();
  await Promise.all(closed);
  await close();
  expect((await count(1)).map(({ request }) => new URL(request.url).pathname)).toEqual(['/first']);
});

test('reports responses that closing cuts off before it has closed', async () => {
  const upstream = await startHttp((_request, response) => void response.write('begun'));
  const { origin, passed, close } = await startProxy(upstream, { closeMs: 20 });
  const client = openSocket(origin);
  client.write('GET /v1/inventory HTTP/1.1\r\nHost: a\r\n\r\n');
  await readUntil(client, 'begun');
  await close();
  expect(passed.map(({ response }) => response?.incomplete)).toEqual([expect.any(String)]);
});

test('repeats a safe request if an idle connection was closed', async () => {
  let connections = 0;
  let requests = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    // Responds once, and closes the connection as soon as it is used again.
    socket.once('data', () => {
      requests += 1;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
      socket.once('data', () => socket.resetAndDestroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { origin, passed } = await startProxy(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
  const socket = openSocket(origin);
  for (let sent = 0; sent < 2; sent++) {
    socket.write('GET /v1/inventory HTTP/1.1\r\nHost: a\r\n\r\n');
    await readUntil(socket, '[]');
  }
  expect([connections, requests]).toEqual([2, 2]);
  const patch = 'PATCH /v1/inventory/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}';
  expect(await exchangeRaw(origin, patch)).toBe('');
  expect(connections).toBe(2);
  expect(passed.map(({ response }) => response?.status)).toEqual([200, 200, undefined]);
});

test('repeats a request once, even if all idle connections were closed', async () => {
  const waiting: Socket[] = [];
  let connections = 0;
  let lost = 0;
  // Twelve connections are open at once; each responds once, and is closed as soon as it is used again.
  const upstream = await startRaw((socket) => {
    connections += 1;
    waiting.push(socket);
    socket.once('data', () => {
      lost += 1;
      socket.resetAndDestroy();
    });
    if (connections < 12) return;
    for (const each of waiting.splice(0)) each.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
  });
  const { origin, count } = await startProxy(upstream);
  await Promise.all(Array.from({ length: 12 }, () => exchangeRaw(origin, GET)));
  expect(await exchangeRaw(origin, GET)).toContain('[]');
  expect(lost).toBe(1);
  expect((await count(13)).map(({ response }) => response?.status)).toEqual(Array(13).fill(200));
});

test('trusts an upstream whose authority is given', async () => {
  const upstream = await startHttps((request, response) => response.end(`host ${request.headers.host}`));
  const { origin } = await startProxy(upstream, { ca: certificate });
  expect(await (await fetch(origin)).text()).toBe(`host ${new URL(upstream).host}`);
});

test('shows its certificate to an upstream that requires one', async () => {
  const upstream = await startMutualTls((_request, response) => response.end('in'));
  const { origin } = await startProxy(upstream, { ca: certificate, identity: { cert: certificate, key } });
  expect(await (await fetch(origin)).text()).toBe('in');
});

test('reports that an upstream requires a certificate', async () => {
  const { origin } = await startProxy(await startMutualTls(() => {}), { ca: certificate });
  const { message } = (await (await fetch(origin)).json()) as { message: string };
  expect(message).toContain('requires a client certificate');
});

test('forwards to an upstream whose certificate nobody vouches for, on request', async () => {
  const upstream = await startHttps((_request, response) => response.end('in'));
  const { origin } = await startProxy(upstream.replace('localhost', '127.0.0.1'), { isInsecure: true });
  expect(await (await fetch(origin)).text()).toBe('in');
});

test('reports why it does not trust an upstream', async () => {
  const upstream = await startHttps((_request, response) => response.end());
  const { origin } = await startProxy(upstream);
  const response = await fetch(origin);
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    502,
    expect.stringContaining('self-signed; if you trust it, name its authority with --ca FILE'),
  ]);
});

test('reports an https upstream that does not use TLS', async () => {
  const upstream = await startHttp((_request, response) => response.end());
  const { origin } = await startProxy(upstream.replace('http:', 'https:').replace('127.0.0.1', 'localhost'));
  expect((await fetch(origin)).status).toBe(502);
});

test.skipIf(!hasIpv6)('reaches an upstream by IPv6', async () => {
  const upstream = await startHttp((request, response) => response.end(request.headers.host), '::1');
  const { origin } = await startProxy(`${upstream}/v1`);
  expect(await (await fetch(`${origin}/v1/inventory`)).text()).toBe(new URL(upstream).host);
});

test('finishes responses in flight when it closes', async () => {
  let goOn = () => {};
  const upstream = await startHttp((_request, response) => {
    response.write('first');
    goOn = () => response.end('last');
  });
  const { origin, close } = await startProxy(upstream, { closeMs: 5_000 });
  const socket = openSocket(origin);
  socket.write(GET.replace('Connection: close\r\n', ''));
  await readUntil(socket, 'first');
  const closed = close();
  goOn();
  await readUntil(socket, 'last');
  await closed;
});
