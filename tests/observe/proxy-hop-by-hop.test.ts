import { expect, test } from 'vitest';
import { startHttp, startRaw } from '../../contract-tests/sending/servers-for-tests.js';
import { exchangeRaw, startProxy, VIA } from './proxy-for-tests.js';

test('does not forward hop-by-hop headers of requests', async () => {
  const heads: string[][] = [];
  const upstream = await startHttp(({ rawHeaders }, response) => {
    heads.push(rawHeaders);
    response.end();
  });
  const { origin } = await startProxy(upstream);
  const lines = [
    'Host: a',
    'Connection: close, X-Mine, content-length',
    'X-Mine: 1',
    'Keep-Alive: timeout=5',
    'Proxy-Connection: keep-alive',
    'Proxy-Authorization: Basic eDp5',
    'TE: trailers',
    'Trailer: X-Sum',
    'Upgrade: h2c',
    'Content-Length: 2',
    'X-Other: 1',
  ];
  await exchangeRaw(origin, `PATCH /v1/inventory/1 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{}`);
  expect(heads[0]?.slice(2)).toEqual(['Content-Length', '2', 'X-Other', '1', 'Via', VIA, 'Connection', 'keep-alive']);
});

test('does not forward hop-by-hop headers of responses', async () => {
  const upstream = await startRaw(
    'HTTP/1.1 200 OK\r\nConnection: close, X-Mine\r\nX-Mine: 1\r\nKeep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\nUpgrade: h2\r\nX-Other: 1\r\nContent-Length: 0\r\n\r\n',
  );
  const { origin } = await startProxy(upstream);
  const response = await exchangeRaw(origin, 'GET /v1/inventory HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(response).toBe('HTTP/1.1 200 OK\r\nX-Other: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
});

test.each([
  ['a whole URL of another host', 'GET http://other.test/v1/inventory HTTP/1.1\r\nHost: other.test\r\n', 400],
  ['a tunnel', 'CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n', 400],
  ['two hosts', 'GET /v1/inventory HTTP/1.1\r\nHost: a\r\nHost: other.test\r\n', 400],
  ['two lengths', 'PATCH /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n', 400],
  ['a length and chunks', 'PATCH /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n', 400],
])('rejects %s, and sends nothing to the upstream', async (_what, head, status) => {
  let count = 0;
  const upstream = await startHttp((_request, response) => {
    count += 1;
    response.end();
  });
  const { origin } = await startProxy(upstream);
  const response = await exchangeRaw(origin, `${head}Connection: close\r\n\r\n`);
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toEqual({
    status,
    code: expect.any(String),
    message: expect.any(String),
  });
  expect(count).toBe(0);
});

test.each([
  ['another Host', '/v1/inventory', 'Host: other.test'],
  ['a path that begins like a host', '//other.test/v1', 'Host: a'],
  ['a path with an @', '/@other.test/', 'Host: a'],
  ['an upgrade that is not accepted', '/v1/socket', 'Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade, close'],
])('forwards %s like any other request', async (_what, path, headers) => {
  const received: unknown[] = [];
  const upstream = await startHttp((request, response) => {
    received.push([request.url, request.headers.host, request.headers.upgrade]);
    response.end();
  });
  const { origin } = await startProxy(upstream);
  const connection = headers.includes('Connection') ? '' : 'Connection: close\r\n';
  await exchangeRaw(origin, `GET ${path} HTTP/1.1\r\n${headers}\r\n${connection}\r\n`);
  expect(received).toEqual([[path, new URL(upstream).host, undefined]]);
});

test('sends one Host header, even if an HTTP/1.0 client sends several', async () => {
  const heads: string[][] = [];
  const upstream = await startHttp(({ rawHeaders }, response) => {
    heads.push(rawHeaders);
    response.end();
  });
  const { origin } = await startProxy(upstream);
  await exchangeRaw(origin, 'GET /v1/inventory HTTP/1.0\r\nhost: a\r\nX-Other: 1\r\nHost: b\r\n\r\n');
  expect(heads).toEqual([
    [
      'host',
      new URL(upstream).host,
      'X-Other',
      '1',
      'Via',
      expect.stringMatching(/^1\.0 /),
      'Connection',
      'keep-alive',
    ],
  ]);
});
