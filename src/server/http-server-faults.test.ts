import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServedResponse } from './responder.js';
import { OK, sendRaw, startTestServer } from './server-for-tests.js';

const HOUR_MS = 3_600_000;

/** Responds with the fault under `/faulty`, and with `OK` to any other path. */
function startFaultyServer(faulty: Partial<ServedResponse>) {
  const arrivals = new EventEmitter();
  const started = startTestServer(({ path }) => {
    arrivals.emit('arrived');
    return path === '/faulty' ? { ...OK, ...faulty } : OK;
  });
  return started.then((server) => Object.assign(server, { arrivals }));
}

test('resets the connection without a response', async () => {
  const { port, origin, lines } = await startFaultyServer({ cut: 'reset' });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /faulty HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await once(socket, 'error')).toMatchObject([{ code: 'ECONNRESET' }]);
  expect(socket.bytesRead).toBe(0);
  expect(lines).toMatchObject([{ path: '/faulty', status: undefined, keyAlias: 'key#1' }]);
  expect((await fetch(origin)).status).toBe(200);
});

test('a reset rejects the fetch', async () => {
  const { origin } = await startFaultyServer({ cut: 'reset' });
  await expect(fetch(`${origin}/faulty`)).rejects.toThrow('fetch failed');
});

test('truncates a body: sends half of its Content-Length', async () => {
  const { port, origin, lines } = await startFaultyServer({
    cut: 'truncated',
    headers: { 'Content-Length': '5' },
    body: '"ab"x',
  });
  const received = await sendRaw(port, 'GET /faulty HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(received).toMatch(/\r\nContent-Length: 5\r\n(.*\r\n)*\r\n"a$/);
  expect(lines).toMatchObject([{ path: '/faulty', status: 200 }]);

  const response = await fetch(`${origin}/faulty`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
});

test('truncates a body of bytes by bytes', async () => {
  const { port } = await startFaultyServer({ cut: 'truncated', headers: {}, encodedBody: Buffer.from('éé') });
  expect(await sendRaw(port, 'GET /faulty HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/\r\n2\r\né\r\n$/);
});

test('sends all of the first half of a long body', async () => {
  const body = 'x'.repeat(4_000_000);
  const { port } = await startFaultyServer({ cut: 'truncated', headers: { 'Content-Length': '4000000' }, body });
  const received = await sendRaw(port, 'GET /faulty HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(received.length - received.indexOf('\r\n\r\n') - 4).toBe(2_000_000);
});

test('lets the client send the rest of a body that is too large before a reset', async () => {
  const { port } = await startFaultyServer({ cut: 'truncated' });
  const head = 'POST /faulty HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n';
  expect(await sendRaw(port, head + 'x'.repeat(3_000_000))).toMatch(/\r\n\r\no$/);
});

test('does not truncate a response without a body', async () => {
  const { origin } = await startFaultyServer({ cut: 'truncated', body: undefined });
  const response = await fetch(`${origin}/faulty`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect((await fetch(origin)).status).toBe(200);
});

test('a delayed response does not block others', async () => {
  const { origin, arrivals, close } = await startFaultyServer({ delayMs: HOUR_MS });
  const arrived = once(arrivals, 'arrived');
  const slow = fetch(`${origin}/faulty`);
  await arrived;
  expect((await fetch(origin)).status).toBe(200);
  await close();
  expect((await slow).status).toBe(200);
});

test('sends delayed responses at once when it closes', async () => {
  const { origin, arrivals, close, lines } = await startFaultyServer({ delayMs: HOUR_MS });
  const arrived = once(arrivals, 'arrived');
  const slow = fetch(`${origin}/faulty`);
  await arrived;
  await close();
  const response = await slow;
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.text()).toBe('ok');
  expect(lines).toMatchObject([{ status: 200 }]);
});

test('does not wait for a client that disconnected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port, arrivals, lines } = await startFaultyServer({ delayMs: HOUR_MS });
  const before = vi.getTimerCount();
  const arrived = once(arrivals, 'arrived');
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /faulty HTTP/1.1\r\nHost: a\r\n\r\n');
  await arrived;
  expect(vi.getTimerCount()).toBe(before + 1);
  socket.destroy();
  while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve));
  while (vi.getTimerCount() !== before) await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toMatchObject([{ path: '/faulty', status: undefined }]);
});

test('a delayed response can be reset too', async () => {
  const { origin } = await startFaultyServer({ delayMs: 1, cut: 'reset' });
  await expect(fetch(`${origin}/faulty`)).rejects.toThrow('fetch failed');
});

test('turns a delayed response that cannot be written into a 500', async () => {
  const { origin, bugs } = await startFaultyServer({ delayMs: 1, headers: { 'X-A': 'a\nb' } });
  expect((await fetch(`${origin}/faulty`)).status).toBe(500);
  expect(bugs).toEqual([expect.any(Error)]);
});
