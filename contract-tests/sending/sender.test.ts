import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UndiciSender } from './sender.js';
import {
  certificate,
  hasIpv6,
  key,
  sendOnce,
  startHttp,
  startHttp2,
  startHttps,
  startMutualTls,
  startRaw,
} from './servers-for-tests.js';

const get = (url: string) => ({ method: 'GET', url, headers: [], body: undefined });
const text = (response: object) => ('body' in response ? String(Buffer.from(response.body as Uint8Array)) : undefined);

test('sends the given headers and the codings that it reads, and no others', async () => {
  const origin = await startRaw((socket, received) => {
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${received.length}\r\n\r\n${received}`);
  });
  const headers = [
    ['X-Tenant', 'blue'],
    ['X-Tenant', 'green'],
    ['authorization', 'Bearer k'],
  ] as const;
  const response = await sendOnce(`${origin}/v1/inventory?a=%31`, { headers });
  expect(text(response)?.split('\r\n')).toEqual([
    'GET /v1/inventory?a=%31 HTTP/1.1',
    `host: ${new URL(origin).host}`,
    'connection: keep-alive',
    'X-Tenant: blue',
    'X-Tenant: green',
    'authorization: Bearer k',
    'Accept-Encoding: gzip, br',
    '',
    '',
  ]);
});

test.each([
  ['identity', { headers: [['Accept-Encoding', 'identity']] }, ['Accept-Encoding: identity']],
  ['no coding', { namesNoCoding: true }, []],
] as const)('names %s if that is asked for', async (_, request, expected) => {
  const origin = await startRaw((socket, received) => {
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${received.length}\r\n\r\n${received}`);
  });
  const lines = text(await sendOnce(origin, request))?.split('\r\n') ?? [];
  expect(lines.filter((line) => /^accept-encoding/i.test(line))).toEqual(expected);
});

const update = {
  method: 'PATCH',
  headers: [
    ['Content-Type', 'application/json'],
    ['Transfer-Encoding', 'chunked'],
  ],
  body: '{"quantity":1}',
} as const;

test('sends a body in chunks, in two pieces, whose length it does not name', async () => {
  const origin = await startHttp((request, response) => {
    const pieces: string[] = [];
    request.setEncoding('utf8').on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const { 'transfer-encoding': coding, 'content-length': length = 'none' } = request.headers;
      response.end(`${coding}, ${length}, ${pieces.join(' + ')}`);
    });
  });
  expect(text(await sendOnce(origin, update))).toBe('chunked, none, { + "quantity":1}');
});

test('sends a body in chunks over HTTP/2, which has no such header', async () => {
  const origin = await startHttp2((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      response.end(`${request.headers['transfer-encoding']}, ${request.headers['content-length']}, ${body}`);
    });
  });
  expect(text(await sendOnce(origin, update, { ca: certificate }))).toBe('undefined, undefined, {"quantity":1}');
});

test('retains headers as received: names, order and repetitions', async () => {
  const origin = await startRaw('HTTP/1.1 203 Fine So\r\nX-B: 1\r\nx-a: \xe9\r\nX-B: 2\r\ncontent-length: 2\r\n\r\nhi');
  expect(await sendOnce(origin)).toEqual({
    httpVersion: '1.1',
    status: 203,
    statusText: 'Fine So',
    headers: [
      ['X-B', '1'],
      ['x-a', 'Ã©'],
      ['X-B', '2'],
      ['content-length', '2'],
    ],
    body: Buffer.from('hi'),
    incomplete: undefined,
  });
});

test.each(['PROPFIND', 'OPTIONS', 'HEAD', 'PATCH', 'POST', 'DELETE'])('sends %s without a body', async (method) => {
  const origin = await startHttp((request, response) => {
    const length = request.headers['content-length'] ?? 'none';
    response.writeHead(200, { 'X-Seen': `${request.method} ${length} ${request.headers['content-type']}` }).end();
  });
  const received = await sendOnce(origin, { method });
  const length = /^P/.test(method) ? '0' : 'none';
  expect(received).toMatchObject({ status: 200, body: Buffer.alloc(0), incomplete: undefined });
  expect(received).toHaveProperty('headers', expect.arrayContaining([['X-Seen', `${method} ${length} undefined`]]));
});

test('sends a body as UTF-8, without adding a content type', async () => {
  const origin = await startHttp((request, response) => {
    response.setHeader('X-Type', String(request.headers['content-type']));
    request.pipe(response);
  });
  const received = await sendOnce(origin, { method: 'POST', body: '{"message":"é…"}' });
  expect(text(received)).toBe('{"message":"é…"}');
  expect(received).toHaveProperty('headers', expect.arrayContaining([['X-Type', 'undefined']]));
});

test('treats the 502 of a proxy without a response as a failure', async () => {
  const origin = await startHttp((_request, response) => {
    const message = 'The proxy got no response from http://a.test: it is down.';
    response.writeHead(502, { 'X-Petstore-Mock-Proxy': 'unreachable' }).end(JSON.stringify({ message }));
  });
  const cause = `the petstore-mock proxy at ${origin} got no response from http://a.test: it is down`;
  expect(await sendOnce(`${origin}/v1/inventory`)).toEqual({ cause });
});

test('does not follow redirects', async () => {
  const origin = await startHttp((_request, response) => response.writeHead(302, { Location: '/elsewhere' }).end());
  expect(await sendOnce(origin)).toMatchObject({ status: 302 });
});

test('skips an interim response', async () => {
  const origin = await startRaw(
    'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi',
  );
  expect(await sendOnce(origin)).toMatchObject({ status: 200, body: Buffer.from('hi') });
});

test.each([204, 304])('treats a %s as complete although it names a coding', async (status) => {
  const origin = await startHttp((_request, response) =>
    response.writeHead(status, { 'Content-Encoding': 'gzip' }).end(),
  );
  expect(await sendOnce(origin)).toMatchObject({ status, body: Buffer.alloc(0), incomplete: undefined });
});

test('reuses a connection', async () => {
  const ports = new Set<number | undefined>();
  const origin = await startHttp((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('ok');
  });
  const sender = new UndiciSender({ variables: {} });
  const request = { method: 'GET', url: origin, headers: [], body: undefined };
  for (let i = 0; i < 3; i++) await sender.send(request, new AbortController().signal);
  await sender.close();
  expect([...ports]).toHaveLength(1);
});

test('uses HTTP/2 if the server offers it', async () => {
  const origin = await startHttp2((request, response) => {
    response.writeHead(200, { 'X-Seen': `${request.httpVersion} ${request.method} ${request.headers['x-tenant']}` });
    request.pipe(response);
  });
  const sent = { method: 'PATCH', body: '{"quantity":1}', headers: [['X-Tenant', 'blue']] } as const;
  const received = await sendOnce(`${origin}/v1`, sent, { ca: certificate });
  expect(received).toMatchObject({ httpVersion: '2', status: 200, body: Buffer.from('{"quantity":1}') });
  expect(received).toHaveProperty('headers', expect.arrayContaining([['x-seen', '2.0 PATCH blue']]));
});

test('shows its certificate to a service that requires one', async () => {
  const origin = await startMutualTls((_request, response) => response.end());
  const identity = { cert: certificate, key };
  expect(await sendOnce(origin, {}, { ca: certificate, identity })).toMatchObject({ status: 200 });
});

test('verifies no certificate on request', async () => {
  const origin = (await startHttps((_request, response) => response.end())).replace('localhost', '127.0.0.1');
  expect(await sendOnce(origin, {}, { isInsecure: true })).toMatchObject({ status: 200 });
});

test('retains what was received of an HTTP/2 response that was cut off', async () => {
  const origin = await startHttp2((_request, response) => {
    response.writeHead(200);
    response.write('half', () => response.stream?.destroy(new Error('broken')));
  });
  const received = await sendOnce(origin, {}, { ca: certificate });
  expect(received).toMatchObject({ httpVersion: '2', status: 200, incomplete: expect.stringContaining('HTTP/2') });
});

test.skipIf(!hasIpv6)('reaches an IPv6 address', async () => {
  const origin = await startHttp((request, response) => response.end(request.headers.host), '::1');
  expect(text(await sendOnce(origin))).toBe(new URL(origin).host);
});

test('decodes coded bodies', async () => {
  const origin = await startHttp((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('[]'));
  });
  expect(await sendOnce(origin)).toMatchObject({ body: Buffer.from('[]'), incomplete: undefined });
});

test.each([
  ['ends', (socket: Socket) => socket.end(), /closed/],
  // What is reset before the last bytes were read looks closed.
  ['is reset', (socket: Socket) => socket.resetAndDestroy(), /the connection was reset|closed/],
])('retains status and headers when the connection %s inside a body', async (_how, end, incomplete) => {
  const origin = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', () => end(socket));
  });
  const response = await sendOnce(origin);
  expect(response).toMatchObject({ status: 200, headers: [['Content-Length', '10']], body: Buffer.from('half') });
  expect(response).toHaveProperty('incomplete', expect.stringMatching(incomplete));
});

test('reports that a chunked body has no end', async () => {
  const origin = await startRaw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n');
  const incomplete = 'the connection was closed before the body was complete';
  expect(await sendOnce(origin)).toMatchObject({ status: 200, body: Buffer.from('half'), incomplete });
});

test('aborts a response that drips forever', async () => {
  const steps = new EventEmitter();
  const hasDripped = once(steps, 'dripped');
  const origin = await startHttp((_request, response) => {
    let drops = 0;
    const drip = setInterval(() => {
      response.write('x');
      // By then the first ones have been read.
      if (++drops === 20) steps.emit('dripped');
    }, 1);
    response.on('close', () => clearInterval(drip));
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const received = sendOnce(origin, {}, { responseTimeoutMs: 150 });
  await hasDripped;
  vi.advanceTimersByTime(150);
  expect(await received).toMatchObject({ status: 200, incomplete: 'incomplete after 0.15 s' });
});

test('aborts if headers never arrive', async () => {
  const origin = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: '));
  const response = await sendOnce(origin, {}, { responseTimeoutMs: 100 });
  expect(response).toEqual({ cause: 'no response within 0.1 s' });
});

test('gives up sooner if there is less time', async () => {
  const origin = await startRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: '));
  const sender = new UndiciSender({ variables: {}, responseTimeoutMs: 60_000 });
  const response = await sender.send(get(origin), new AbortController().signal, 51.7);
  await sender.close();
  expect(response).toEqual({ cause: 'no response within 0.05 s' });
});

test('stops reading a body that exceeds the limit', async () => {
  let writtenBytes = 0;
  const closed = new EventEmitter();
  const wasClosed = once(closed, 'close');
  const origin = await startHttp((request, response) => {
    const piece = Buffer.alloc(64 * 1024);
    const pour = () => {
      while (!response.destroyed && response.write(piece)) writtenBytes += piece.length;
    };
    response.on('drain', pour);
    request.socket.on('close', () => closed.emit('close'));
    pour();
  });
  const received = await sendOnce(origin, {}, { maxBodyBytes: 2 ** 20 });
  await wasClosed;
  expect(received).toMatchObject({ status: 200, incomplete: 'larger than 1 MiB' });
  expect(writtenBytes).toBeLessThan(32 * 2 ** 20);
});

test('sends nothing if already aborted', async () => {
  expect(await sendOnce('http://127.0.0.1:1', {}, { signal: AbortSignal.abort() })).toEqual({ cause: 'stopped' });
});

test('aborts while it receives a response', async () => {
  const stop = new AbortController();
  const origin = await startHttp((_request, response) => {
    response.write('half', () => stop.abort());
  });
  expect(await sendOnce(origin, {}, { signal: stop.signal })).toEqual({ cause: 'stopped' });
});

test('rejects an invalid authority', () => {
  expect(() => new UndiciSender({ variables: {}, ca: 'key' })).toThrow(/it contains no certificate/);
});

test('does not use a connection that the service closed without notice', async () => {
  const origin = await startRaw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi');
  const sender = new UndiciSender({ variables: {} });
  onTestFinished(() => sender.close());
  for (let sent = 0; sent < 10; sent++) {
    expect(await sender.send(get(`${origin}/`), new AbortController().signal)).toMatchObject({ status: 200 });
  }
});

test('does not use a connection again after an aborted response', async () => {
  let broken = 0;
  const origin = await startRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi');
    socket.once('data', () => {
      broken++;
      socket.destroy();
    });
  });
  const sender = new UndiciSender({ variables: {} });
  onTestFinished(() => sender.close());
  for (let sent = 0; sent < 10; sent++) await sender.send(get(`${origin}/`), new AbortController().signal);
  expect(broken).toBe(1);
});

test('sends requests at once over connections of their own, and one at a time over one', async () => {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let most = 1;
  const origin = await startHttp((request, response) => {
    sockets.add(request.socket);
    waiting.push(() => response.end('{}'));
    if (waiting.length >= most) for (const finish of waiting.splice(0)) finish();
  });
  const sender = new UndiciSender({ variables: {} });
  onTestFinished(() => sender.close());
  const send = () => sender.send(get(origin), new AbortController().signal);
  await send();
  await send();
  expect(sockets.size).toBe(1);
  most = 6;
  const responses = await Promise.all(Array.from({ length: most }, send));
  expect(responses).toEqual(Array(6).fill(expect.objectContaining({ status: 200 })));
  expect(sockets.size).toBe(6);
});

test.each([
  ['HTTP/1.1', '1.1', {}],
  ['HTTP/2', '2', { ca: certificate }],
])(
  'sends over a new connection of %s on request, and goes on over the old one',
  async (_name, httpVersion, options) => {
    const ports: (number | undefined)[] = [];
    const respond = ({ socket }: { socket: { remotePort?: number | undefined } }, response: { end(): void }) => {
      ports.push(socket.remotePort);
      response.end();
    };
    const origin = await (httpVersion === '2' ? startHttp2(respond) : startHttp(respond));
    const sender = new UndiciSender({ variables: {}, ...options });
    onTestFinished(() => sender.close());
    for (const isOnNewConnection of [false, true, false]) {
      const received = await sender.send({ ...get(origin), isOnNewConnection }, new AbortController().signal);
      expect(received).toMatchObject({ status: 200, httpVersion });
    }
    expect([ports[1] === ports[0], ports[2] === ports[0]]).toEqual([false, true]);
  },
);

const german = Buffer.from('{"message":"Grüße"}');
const ofLength = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${german}`;

test.each([
  ['closes the connection', (socket: Socket) => socket.end(ofLength(25))],
  ['waits for more', (socket: Socket) => socket.write(ofLength(25))],
])('tells a Content-Length that is too large from a body that was cut off, if the service %s', async (_, respond) => {
  const received = await sendOnce(await startRaw(respond), {}, { responseTimeoutMs: 200 });
  expect(received).toMatchObject({
    incomplete: 'its Content-Length is 25, and it has 21 bytes',
    isMiscoded: true,
  });
});

test('takes no more of a body than Content-Length says, and the next response from its own beginning', async () => {
  let count = 0;
  const origin = await startRaw((socket) => {
    // One that counts characters.
    socket.write(ofLength(++count > 2 ? german.length : german.length - 2));
    socket.on('data', () => socket.write(ofLength(german.length)));
  });
  const sender = new UndiciSender({ variables: {} });
  onTestFinished(() => sender.close());
  const signal = new AbortController().signal;
  expect(text(await sender.send(get(origin), signal))).toBe('{"message":"Grüße');
  const next = await sender.send(get(origin), signal);
  expect(next).toMatchObject({ status: 200, incomplete: undefined });
});
