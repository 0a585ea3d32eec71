import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServedResponse } from './responder.js';
import { OK, sendRaw, startTestServer } from './server-for-tests.js';

const HOUR_MS = 3_600_000;
const GET = 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n';
const SLOW = { headers: { 'Content-Length': '4' }, body: 'abcd', dripMs: HOUR_MS };

/** Responds slowly under `/slow`, and with `OK` to everything else; the test advances its timers. */
async function startSlowServer(slow: Partial<ServedResponse> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await startTestServer(({ path }) => (path === '/slow' ? { ...OK, ...SLOW, ...slow } : OK));
  const timersBefore = vi.getTimerCount();
  return { ...server, timers: () => vi.getTimerCount() - timersBefore };
}

/** A client that keeps its connection open, and everything it has received. */
function openClient(port: number) {
  const socket = connect(port, '127.0.0.1');
  const client = { socket, received: '' };
  socket.on('data', (part) => {
    client.received += part;
  });
  onTestFinished(() => void socket.destroy());
  return client;
}

/** Waits for data from the network, which does not depend on fake timers. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test('the head comes at once, the body in small chunks, and the connection stays open', async () => {
  const { port, timers } = await startSlowServer();
  const client = openClient(port);
  client.socket.write(GET);
  await until(() => client.received.endsWith('\r\n\r\n'));
  expect(client.received).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*Content-Length: 4\r\n/);
  for (const piece of ['a', 'b', 'c', 'd']) {
    await until(() => timers() === 1);
    await vi.advanceTimersByTimeAsync(HOUR_MS / 4 - 1);
    expect(timers()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => client.received.endsWith(piece));
  }
  expect(client.received).toMatch(/\r\n\r\nabcd$/);
  expect(client.received).toMatch(/Connection: keep-alive/);
  client.received = '';
  client.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => client.received.endsWith('ok'));
});

test('a slow body comes at once to a client that sends nothing more', async () => {
  const { port, timers } = await startSlowServer();
  const client = openClient(port);
  client.socket.write(GET);
  await until(() => timers() === 1);
  client.socket.end();
  await until(() => client.received.endsWith('abcd'));
});

test('a slow body does not block others', async () => {
  const { port, timers } = await startSlowServer();
  openClient(port).socket.write(GET);
  await until(() => timers() === 1);
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/\r\n\r\nok$/);
});

test('a server that stops sends the rest at once', async () => {
  const { port, close, timers } = await startSlowServer();
  const client = openClient(port);
  client.socket.write(GET);
  await until(() => timers() === 1);
  await vi.advanceTimersByTimeAsync(HOUR_MS / 4);
  await until(() => client.received.endsWith('a'));
  await Promise.all([close(), once(client.socket, 'close')]);
  expect(client.received).toMatch(/\r\n\r\nabcd$/);
});

test('a client that disconnects leaves no timer behind', async () => {
  const { port, timers, bugs } = await startSlowServer();
  const client = openClient(port);
  client.socket.write(GET);
  await until(() => timers() === 1);
  client.socket.destroy();
  await until(() => timers() === 0);
  expect(bugs).toEqual([]);
});

test('half a body comes slowly, and then the connection is reset', async () => {
  const { port, timers } = await startSlowServer({ cut: 'truncated' });
  const client = openClient(port);
  client.socket.write(GET);
  const closed = once(client.socket, 'close');
  for (const piece of ['a', 'b']) {
    await until(() => timers() === 1);
    await vi.advanceTimersByTimeAsync(HOUR_MS / 2);
    await until(() => client.received.endsWith(piece));
  }
  await closed;
  expect(client.received).toMatch(/Content-Length: 4\r\n(.*\r\n)*\r\nab$/);
});

test('a response can be delayed and then slow', async () => {
  const { port, timers } = await startSlowServer({ delayMs: 1000, dripMs: 1 });
  const client = openClient(port);
  client.socket.write(GET);
  await until(() => timers() === 1);
  expect(client.received).toBe('');
  await vi.advanceTimersByTimeAsync(1000);
  await until(() => client.received.endsWith('\r\n\r\n'));
  await until(() => timers() === 1);
  await vi.advanceTimersByTimeAsync(1);
  await until(() => client.received.endsWith('abcd'));
});

test('a slow response without a body comes at once', async () => {
  const { port, lines } = await startSlowServer({ headers: {}, body: undefined });
  const received = await sendRaw(port, 'HEAD /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*\r\n$/);
  expect(lines).toMatchObject([{ status: 200 }]);
});

test('the client may send the rest of a body that is too large before the response ends', async () => {
  const { port } = await startSlowServer({ dripMs: 1 });
  vi.useRealTimers();
  const head = 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n';
  expect(await sendRaw(port, head + 'x'.repeat(3_000_000))).toMatch(/Connection: close\r\n\r\nabcd$/);
});

test('a body of bytes is split by bytes', async () => {
  const { port } = await startSlowServer({
    headers: { Connection: 'close' },
    encodedBody: Buffer.from('éé'),
    dripMs: 1,
  });
  vi.useRealTimers();
  expect(await sendRaw(port, GET)).toMatch(/\r\n4\r\néé\r\n0\r\n\r\n$/);
});
