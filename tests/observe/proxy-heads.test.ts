import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHttp } from '../../contract-tests/sending/servers-for-tests.js';
import { exchangeRaw, startProxy } from './proxy-for-tests.js';

const requestOf = (bytes: number) =>
  `GET /v1/inventory HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Long: ${'x'.repeat(bytes)}\r\n\r\n`;

test('forwards a head of up to 64 KiB in both directions', async () => {
  const upstream = createServer({ maxHeaderSize: 128 * 1024 }, ({ headers }, response) => {
    const length = String(headers['x-long']).length;
    response.writeHead(200, ['X-Length', String(length), 'X-Long', 'y'.repeat(60 * 1024)]).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void upstream.close());
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const { origin, passed } = await startProxy(`http://127.0.0.1:${port}/v1`);
  const response = await exchangeRaw(origin, requestOf(63 * 1024));
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(response).toContain(`X-Length: ${63 * 1024}\r\nX-Long: ${'y'.repeat(60 * 1024)}\r\n`);
  expect(passed).toHaveLength(1);
});

test.each([
  [
    'a head over 64 KiB',
    requestOf(65 * 1024),
    431,
    'The header section is over 64 KiB. Send fewer or shorter headers.',
  ],
  ['no HTTP', 'HELLO\r\n\r\n', 400, expect.stringContaining('not well-formed HTTP/1.1')],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, expect.stringContaining('one Host header')],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400, expect.stringContaining('not a forward proxy')],
])('responds itself to %s, and reports it', async (_what, text, status, message) => {
  const upstream = await startHttp((_request, response) => response.end());
  const rejected: unknown[] = [];
  const { origin, passed } = await startProxy(`${upstream}/v1`, { onRejected: (one) => rejected.push(one) });
  const response = await exchangeRaw(origin, text);
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\r\nX-Petstore-Mock-Proxy: rejected\r\n`));
  expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))).toMatchObject({ status, message });
  expect(rejected).toEqual([{ method: '', status, message }]);
  expect(passed).toEqual([]);
});
