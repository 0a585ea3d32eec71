import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { originOf } from './http-server.js';
import { OK, sendRaw, startTestServer } from './server-for-tests.js';

test('passes method, path, target, headers, body and address', async () => {
  const { origin, requests } = await startTestServer(() => OK);
  await fetch(`${origin}/v1/%31?key=secret`, { method: 'PATCH', headers: { 'X-A': 'b' }, body: '{"a":1}' });
  const [request] = requests;
  expect(request).toMatchObject({ method: 'PATCH', path: '/v1/%31', target: '/v1/%31?key=secret' });
  expect(request?.callerAddress).toBe('127.0.0.1');
  expect(request?.headers).toContainEqual(['x-a', 'b']);
  expect(String(request?.body)).toBe('{"a":1}');
});

test('logs one line for a request, without its query', async () => {
  const { origin, lines } = await startTestServer(() => ({
    ...OK,
    headers: { ...OK.headers, 'X-RateLimit-Remaining': '59' },
  }));
  await fetch(`${origin}/v1/inventory?key=secret`);
  expect(lines).toEqual([
    {
      method: 'GET',
      path: '/v1/inventory',
      status: 200,
      durationMs: expect.any(Number),
      keyAlias: 'key#1',
      remaining: '59',
    },
  ]);
});

test('passes all headers, however many', async () => {
  const { port, requests } = await startTestServer(() => OK);
  const headers = `Authorization: a\r\n${'X:\r\n'.repeat(2_100)}Authorization: b\r\nConnection: close`;
  await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`);
  const sent = requests[0]?.headers.filter(([name]) => name === 'authorization');
  expect(sent?.map(([, value]) => value)).toEqual(['a', 'b']);
});

test.each([
  ['at once', 'x'.repeat(1_000_000)],
  ['piece by piece', new Blob(['x'.repeat(1_000_000)]).stream()],
])('responds to a client whose body was too large, sent %s, and closes its connection', async (_how, body) => {
  const { origin, requests } = await startTestServer(() => OK);
  const response = await fetch(origin, { method: 'PATCH', body, duplex: 'half' } as RequestInit);
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.text()).toBe('ok');
  expect(requests[0]?.body).toBe('too-large');
});

test('responds to a body declared too large before it has come, and reads it to the end', async () => {
  const { port } = await startTestServer(() => OK);
  const socket = connect(port, '127.0.0.1');
  socket.write('PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
  const [data] = await once(socket, 'data');
  expect(String(data)).toMatch(/^HTTP\/1\.1 200 OK.*\r\nConnection: close\r\n.*ok$/s);
  socket.end('x'.repeat(1_000_000));
  const [hadError] = await once(socket, 'close');
  expect(hadError).toBe(false);
});

test.each([
  ['continues with a client that expects 100-continue', 5, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/],
  ['responds to a client that expects 100-continue with a body too large', 11, /^HTTP\/1\.1 200 OK/],
])('%s', async (_what, length, expected) => {
  const { port, requests } = await startTestServer(() => OK);
  const head = `PATCH / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${length}`;
  expect(await sendRaw(port, `${head}\r\n\r\n${length === 5 ? 'hello' : ''}`)).toMatch(expected);
  expect(requests).toMatchObject([{ body: length === 5 ? Buffer.from('hello') : 'too-large' }]);
});

test('responds to a GET before its announced body has come', async () => {
  const { port } = await startTestServer(() => OK);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n');
  const [data] = await once(socket, 'data');
  expect(String(data)).toMatch(/^HTTP\/1\.1 200 OK/);
  socket.destroy();
});

test('carries out pipelined requests in their order, with a body or without', async () => {
  const done: string[] = [];
  const { port } = await startTestServer(({ path }) => {
    done.push(path);
    return { ...OK, body: path.slice(1, 3) };
  });
  const head = (line: string, header: string) => `${line} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`;
  const text = [
    head('PATCH /p1', 'Content-Length: 2'),
    '{}',
    head('GET /g2', 'X: y'),
    head('PATCH /p3', 'Transfer-Encoding: chunked'),
    '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n',
    head('POST /p4', 'Content-Length: 0'),
    head('PATCH /p5', 'Content-Length: 2'),
    '{}',
    head('GET /g6', 'Connection: close'),
  ].join('');
  const received = await sendRaw(port, text);
  expect(done).toEqual(['/p1', '/g2', '/p3', '/p4', '/p5', '/g6']);
  expect(received.match(/(?<=\r\n\r\n)../g)).toEqual(['p1', 'g2', 'p3', 'p4', 'p5', 'g6']);
});

test('closes the connection after a request for an upgrade, which it ignores', async () => {
  const { port } = await startTestServer(() => OK);
  const upgrade = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
  const received = await sendRaw(port, `${upgrade}GET /next HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*Connection: close\r\n/);
});

test('ignores an unknown expectation', async () => {
  const { port } = await startTestServer(() => OK);
  const received = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK/);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4290'],
  ['localhost', 'http://localhost:4290'],
  ['0.0.0.0', 'http://127.0.0.1:4290'],
  ['::', 'http://[::1]:4290'],
  ['::1', 'http://[::1]:4290'],
])('a server on %s is reachable at %s', (host, origin) => {
  expect(originOf(host, 4290)).toBe(origin);
});
