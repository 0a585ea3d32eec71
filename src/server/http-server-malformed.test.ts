import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { OK, sendRaw, startTestServer } from './server-for-tests.js';

function errorIn(received: string): { status: number; code: string; message: string } {
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4));
}

test.each([
  ['a bad request line', 'HELLO\r\n\r\n', 400, 'invalid_request'],
  ['bytes of another protocol', '\x16\x03\x01\x02\x00\x01', 400, 'invalid_request'],
  [
    'a header section that is too large',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'chunk extensions that are too large',
    `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
    413,
    'payload_too_large',
  ],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'invalid_request'],
  ['a target that is not a URL', 'GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    400,
    'invalid_request',
  ],
])('rejects %s with an Error and stays up', async (_what, text, status, code) => {
  const { port, origin, bugs } = await startTestServer(() => OK);
  const received = await sendRaw(port, text);
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(errorIn(received)).toEqual({ status, code, message: expect.any(String) });
  expect((await fetch(origin)).status).toBe(200);
  expect(bugs).toEqual([]);
});

test.each([
  ['half a header section', 'GET / HTTP/1.1\r\nHost:'],
  ['half a body', 'PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"'],
])('rejects %s from a client that sends nothing more', async (_what, text) => {
  const { port, bugs } = await startTestServer(() => OK);
  const received = await sendRaw(port, text, { isLast: true });
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect(errorIn(received)).toMatchObject({ code: 'invalid_request' });
  expect(bugs).toEqual([]);
});

test.each([
  ['half a header section', 'GET / HTTP/1.1\r\nHost:'],
  ['half a body', 'PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"'],
])('responds 408 to %s and silence', async (_what, text) => {
  const { port, bugs } = await startTestServer(() => OK, { headersMs: 20, requestMs: 20, checkMs: 5 });
  const received = await sendRaw(port, text);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(errorIn(received)).toMatchObject({ status: 408, code: 'request_timeout' });
  expect(bugs).toEqual([]);
});

test.each(['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', ''])(
  'rejects a tunnel over “%s” with an Error, and stays up',
  async (version) => {
    const { port, origin, bugs } = await startTestServer(() => OK);
    for (const target of ['example.test:443', 'x', '/v1/inventory']) {
      const received = await sendRaw(port, `CONNECT ${target} ${version}\r\nHost: a\r\n\r\n`);
      expect(received).toMatch(/^HTTP\/1\.1 400 /);
      expect(errorIn(received)).toMatchObject({ status: 400, code: 'invalid_request' });
    }
    expect((await fetch(origin)).status).toBe(200);
    expect(bugs).toEqual([]);
  },
);

test.each([
  ['GET / HTTP/2.0', 'The request line must end with HTTP/1.1 or HTTP/1.0.'],
  ['GET / HTTP/0.9', 'The request line must end with HTTP/1.1 or HTTP/1.0.'],
  ['GET /', 'The request line must end with HTTP/1.1 or HTTP/1.0.'],
  ['GET / HTTP/3.1', 'The request line must end with HTTP/1.1 or HTTP/1.0.'],
])('rejects the request line “%s”, and nothing after it is carried out', async (line, message) => {
  const { port, requests, bugs } = await startTestServer(() => OK);
  const received = await sendRaw(port, `${line}\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(received).toMatch(/^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/s);
  expect(errorIn(received).message).toContain(message);
  expect([requests, bugs]).toEqual([[], []]);
});

test('ignores a client that disconnects during its body', async () => {
  const { port, origin, bugs, requests } = await startTestServer(() => OK);
  const socket = connect(port, '127.0.0.1');
  socket.write('PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"');
  await once(socket, 'ready');
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect((await fetch(origin)).status).toBe(200);
  expect(bugs).toEqual([]);
  expect(requests).toHaveLength(1);
});
