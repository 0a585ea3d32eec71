import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startHttp, startRaw } from '../../contract-tests/sending/servers-for-tests.js';
import { exchangeRaw, openSocket, readUntil, startProxy, VIA, withoutVia } from './proxy-for-tests.js';

/** Drops the hop-by-hop headers, which differ by connection. */
function withoutConnection(response: string): string {
  return response.replace(/^(?:Connection|Keep-Alive|Transfer-Encoding): .*\r\n/gim, '');
}

async function bothWays(upstream: string, request: string): Promise<[direct: string, through: string]> {
  const proxy = await startProxy(`${upstream}/v1`);
  const [direct, through] = [await exchangeRaw(upstream, request), await exchangeRaw(proxy.origin, request)];
  return [withoutConnection(direct), withoutConnection(through)];
}

const get = (path = '/v1/inventory', more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a.test\r\n${more}Connection: close\r\n\r\n`;
const raw = (head: string, body = '') => `HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n${body}`;

test.each([
  [
    'headers in their case, order and repetition',
    raw('200 OK\r\nx-b: 2\r\nX-A: 1\r\nX-b: 3\r\nSET-cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2', '[]'),
  ],
  ['a custom reason', raw('200 Fine by me\r\nContent-Length: 0')],
  ['no reason at all', raw('404 \r\nContent-Length: 0')],
  ['an unknown status', raw('299 Odd\r\nContent-Length: 0')],
  ['no Date', raw('200 OK\r\nContent-Length: 0')],
  ['bytes beyond ASCII in a header', raw('200 OK\r\nX-Name: J\xfcrgen\r\nContent-Length: 0')],
  ['a redirect that is not followed', raw('302 Found\r\nLocation: http://elsewhere.test/x\r\nContent-Length: 0')],
  ['204 without a body', raw('204 No Content\r\nX-A: 1')],
  ['304 with the length that the body would have', raw('304 Not Modified\r\nETag: "a"\r\nContent-Length: 99')],
  ['only hop-by-hop headers', raw('200 OK', 'until the end')],
])('forwards %s', async (_what, response) => {
  const upstream = await startRaw(response);
  const [direct, through] = await bothWays(upstream, get());
  expect(through).toBe(direct);
});

test('forwards the response to HEAD with the length of the omitted body', async () => {
  const upstream = await startRaw(raw('200 OK\r\nContent-Length: 4711\r\nX-A: 1'));
  const [direct, through] = await bothWays(upstream, get().replace('GET', 'HEAD'));
  expect(through).toBe(direct);
});

test('forwards gzip unchanged', async () => {
  const body = gzipSync('[]').toString('latin1');
  const upstream = await startRaw((socket) => {
    socket.end(raw(`200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}`, body), 'latin1');
  });
  const [direct, through] = await bothWays(upstream, get());
  expect(through).toBe(direct);
});

test('changes only Host and Via of a request: path bytes, header case, order and repetition stay', async () => {
  const heads: string[] = [];
  const upstream = await startRaw((socket, received) => {
    heads.push(withoutVia(received));
    socket.end(raw('200 OK\r\nContent-Length: 0'));
  });
  const { origin } = await startProxy(`${upstream}/v1`);
  const path = '/v1//a%2Fb/../%zz/;x=1?q=a%20b&&r#f';
  await exchangeRaw(
    origin,
    `GET ${path} HTTP/1.1\r\nX-A: 1\r\nhOsT: a.test\r\nx-b: 2\r\nX-A: 3\r\ncookie: a=1\r\nCookie: b=2\r\n\r\n`.replace(
      'x-b',
      'Connection: close\r\nx-b',
    ),
  );
  const { host } = new URL(upstream);
  expect(heads).toEqual([
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nX-A: 1\r\nhOsT: ${host}\r\nx-b: 2\r\nX-A: 3\r\ncookie: a=1\r\nCookie: b=2\r\nConnection: keep-alive\r\n\r\n`,
      'latin1',
    ).toString(),
  ]);
});

test('forwards the first chunk before the second arrives', async () => {
  let goOn = () => {};
  const upstream = await startHttp((_request, response) => {
    response.write('first');
    goOn = () => response.end('second');
  });
  const { origin } = await startProxy(upstream);
  const socket = openSocket(origin);
  socket.write(get());
  expect(await readUntil(socket, 'first')).toContain('Transfer-Encoding: chunked');
  goOn();
  expect(await readUntil(socket, '0\r\n\r\n')).toContain('second');
});

test('forwards the head before the body arrives', async () => {
  let goOn = () => {};
  const upstream = await startHttp((_request, response) => {
    response.writeHead(200, { 'X-Early': 'yes' }).flushHeaders();
    goOn = () => response.end('late');
  });
  const { origin } = await startProxy(upstream);
  const socket = openSocket(origin);
  socket.write(get());
  expect(await readUntil(socket, '\r\n\r\n')).toContain('X-Early: yes');
  goOn();
  await readUntil(socket, 'late');
});

test('forwards trailers in both directions', async () => {
  const trailers: unknown[] = [];
  const upstream = await startHttp((request, response) => {
    request.resume().on('end', () => {
      trailers.push(request.rawTrailers);
      response.writeHead(200, { Trailer: 'X-Sum' });
      response.write('a');
      response.addTrailers({ 'X-Sum': '1' });
      response.end();
    });
  });
  const { origin } = await startProxy(upstream);
  const response = await exchangeRaw(
    origin,
    'POST /v1/messages HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTrailer: X-Sent\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-Sent: 2\r\n\r\n',
  );
  expect(trailers).toEqual([['X-Sent', '2']]);
  expect(response).toMatch(/Trailer: X-Sum\r\n[\s\S]*0\r\nX-Sum: 1\r\n\r\n$/);
});

test('meets Expect: 100-continue itself', async () => {
  const upstream = await startHttp((request, response) => {
    request.resume().on('end', () => response.end(`expected ${request.headers.expect}`));
  });
  const { origin } = await startProxy(upstream);
  const socket = openSocket(origin);
  socket.write('PATCH /v1/inventory/1 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n');
  await readUntil(socket, 'HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('{}');
  await readUntil(socket, 'expected undefined');
});

test('keeps informational responses to itself', async () => {
  const interim = 'HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n';
  const upstream = await startRaw(`${interim}${raw('200 OK\r\nContent-Length: 2', '[]')}`);
  const { origin } = await startProxy(upstream);
  expect(await exchangeRaw(origin, get())).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test.each([
  ['no length', '', []],
  ['the length 0', 'content-length: 0\r\n', ['content-length', '0']],
])('forwards a PATCH without a body, with %s', async (_what, line, expected) => {
  const heads: string[][] = [];
  const upstream = await startHttp(({ rawHeaders }, response) => {
    heads.push(rawHeaders);
    response.end();
  });
  const { origin } = await startProxy(upstream);
  await exchangeRaw(origin, `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: a\r\n${line}Connection: close\r\n\r\n`);
  expect(heads[0]?.slice(2)).toEqual([...expected, 'Via', VIA, 'Connection', 'keep-alive']);
});

test('streams an upload that is too large to record', async () => {
  const size = 20 * 2 ** 20;
  const upstream = await startHttp(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.end(String(bytes));
  });
  const { origin, count } = await startProxy(upstream);
  const response = await fetch(`${origin}/v1/messages`, { method: 'POST', body: new Uint8Array(size) });
  expect(await response.text()).toBe(String(size));
  const [passed] = await count(1);
  expect([passed?.request.isBodyMissing, passed?.response?.status]).toEqual([true, 200]);
});

test('keeps connections alive on both sides', async () => {
  const ports = new Set<number | undefined>();
  const upstream = await startHttp((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('[]');
  });
  const { origin } = await startProxy(upstream);
  const socket = openSocket(origin);
  for (let sent = 0; sent < 3; sent++) {
    socket.write('GET /v1/inventory HTTP/1.1\r\nHost: a\r\n\r\n');
    await readUntil(socket, '[]');
  }
  expect(ports.size).toBe(1);
});
