import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { certificate, startHttps, startRaw } from '../../contract-tests/sending/servers-for-tests.js';
import { outboundProxyFor } from '../../src/observe/proxy/outbound-proxy.js';
import { upstreamAt } from '../../src/observe/proxy/upstream.js';
import { exchangeRaw, startProxy, VIA } from './proxy-for-tests.js';

const PASSWORD = 'hunter2';
const LOGIN = `Basic ${Buffer.from(`user:${PASSWORD}`).toString('base64')}`;
const withPassword = (origin: string) => origin.replace('//', `//user:${PASSWORD}@`);
const GET = 'GET /v1/inventory?a=%20b HTTP/1.1\r\nX-a: 1\r\nhOsT: a\r\nX-A: 2\r\nConnection: close\r\n\r\n';

/** A company's proxy that opens tunnels to one port of this machine, whatever the target. */
async function startTunnels(port: string) {
  const requested: string[] = [];
  const url = await startRaw((socket, received) => {
    requested.push(received);
    const service = connect(Number(port), 'localhost', () => socket.write('HTTP/1.1 200 Tunnel\r\n\r\n'));
    socket.pipe(service).pipe(socket);
    service.on('error', () => socket.destroy());
  });
  return { url, requested };
}

function startThrough(upstream: string, proxyUrl: string) {
  const outbound = outboundProxyFor(upstreamAt(upstream), { HTTPS_PROXY: proxyUrl, HTTP_PROXY: proxyUrl });
  expect(outbound).toBeDefined();
  return startProxy(upstream, { outbound, ca: certificate });
}

test('reaches an https upstream through a tunnel, with the head byte for byte, and reuses the tunnel', async () => {
  const heads: string[][] = [];
  const service = await startHttps(({ url, rawHeaders }, response) => {
    heads.push([url ?? '', ...rawHeaders]);
    response.writeHead(200, 'Fine by me', ['X-b', '1', 'x-B', '2', 'Content-Length', '2']).end('[]');
  });
  const { url, requested } = await startTunnels(new URL(service).port);
  const { origin, passed } = await startThrough('https://service.test/v1', withPassword(url));
  const responses = [await exchangeRaw(origin, GET), await exchangeRaw(origin, GET)];
  expect(responses[0]).toMatch(/^HTTP\/1\.1 200 Fine by me\r\nX-b: 1\r\nx-B: 2\r\nContent-Length: 2\r\n/);
  expect(responses[1]).toContain('[]');
  expect(requested).toEqual([
    `CONNECT service.test:443 HTTP/1.1\r\nHost: service.test:443\r\nProxy-Authorization: ${LOGIN}\r\nConnection: close\r\n\r\n`,
  ]);
  const sent = [
    '/v1/inventory?a=%20b',
    'X-a',
    '1',
    'hOsT',
    'service.test',
    'X-A',
    '2',
    'Via',
    VIA,
    'Connection',
    'keep-alive',
  ];
  expect(heads).toEqual([sent, sent]);
  expect(JSON.stringify(passed)).not.toContain(LOGIN);
});

test('reaches an upstream without TLS directly', () => {
  expect(outboundProxyFor(upstreamAt('http://service.test/v1'), { HTTP_PROXY: 'http://p.test' })).toBeUndefined();
});

test.each([
  [
    '407 Proxy Authentication Required',
    /the outbound proxy \S+ responded with 407: check user and password in HTTPS_PROXY/,
  ],
  ['403 Forbidden', /the outbound proxy \S+ responded with 403/],
])('responds itself if the outbound proxy rejects the connection with %s', async (status, expected) => {
  const proxy = await startRaw(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
  const { origin, count } = await startThrough('https://service.test/v1', withPassword(proxy));
  const response = await fetch(`${origin}/v1/inventory`);
  const text = await response.text();
  expect([response.status, response.headers.get('x-petstore-mock-proxy')]).toEqual([502, 'unreachable']);
  expect(text).toMatch(expected);
  expect(text).toContain(new URL(proxy).host);
  const [passed] = await count(1);
  expect(passed).toMatchObject({ response: undefined, failure: expect.stringMatching(expected) });
  expect(JSON.stringify(passed) + text).not.toContain(PASSWORD);
});

test.each(['reset', 'end'])('responds itself if the outbound proxy sends nothing: %s', async (how) => {
  const proxy = await startRaw((socket) => (how === 'reset' ? socket.resetAndDestroy() : socket.end()));
  const { origin } = await startThrough('https://service.test/v1', withPassword(proxy));
  const response = await fetch(`${origin}/v1/inventory`);
  expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('cannot be used')]);
});

test('reports that the outbound proxy does not listen', async () => {
  const { origin } = await startThrough('https://service.test/v1', 'http://user:hunter2@127.0.0.1:1');
  const text = await (await fetch(`${origin}/v1/inventory`)).text();
  expect(text).toContain('127.0.0.1:1 refused the connection');
  expect(text).not.toContain(PASSWORD);
});

test('gives up on an outbound proxy that stays silent', async () => {
  const proxy = await startRaw(() => {});
  const upstream = 'https://service.test/v1';
  const outbound = outboundProxyFor(upstreamAt(upstream), { HTTPS_PROXY: proxy });
  const { origin } = await startProxy(upstream, { outbound, responseTimeoutMs: 20 });
  expect((await fetch(`${origin}/v1/inventory`)).status).toBe(504);
});

test('reports why it does not trust an upstream behind a tunnel', async () => {
  const service = await startHttps((_request, response) => response.end());
  const { url } = await startTunnels(new URL(service).port);
  const upstream = 'https://service.test/v1';
  const outbound = outboundProxyFor(upstreamAt(upstream), { HTTPS_PROXY: url });
  const { origin } = await startProxy(upstream, { outbound });
  expect(await (await fetch(`${origin}/v1/inventory`)).text()).toContain('self-signed');
});
