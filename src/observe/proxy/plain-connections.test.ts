import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exchangeRaw, openSocket, startProxy } from '../../../tests/observe/proxy-for-tests.js';
import { readPlainResponse } from './plain-connections.js';

/** Starts a server that responds with a text, or as it is told. */
async function startUpstream(respond: string | ((socket: Socket, count: number) => void)) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    let count = 0;
    socket.on('data', () => {
      count += 1;
      if (typeof respond === 'string') socket.end(respond, 'latin1');
      else respond(socket, count);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(close);
  return { sockets, close, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
}

const GET = 'GET /v1/inventory?a=%zz HTTP/1.1\r\nHost: a\r\nX-Other: 1\r\nConnection: close\r\n\r\n';

/** Sends two requests on one connection, which the second one closes, and returns what the client and the recording get. */
async function passOn(url: string, readsWithNode: boolean) {
  const { origin, close, count, passed } = await startProxy(url, { readsWithNode });
  const socket = openSocket(origin);
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(GET.replace('Connection: close\r\n', ''));
  await Promise.race([closed, count(1)]);
  socket.write(GET);
  await closed;
  await close();
  const seen = passed.map(({ startedMs: _, endedMs: __, order: ___, ...rest }) => rest);
  return { received, seen };
}

const usual = fc.constantFrom(
  ...[
    'Content-Type: application/json',
    'x-pet:1',
    'X-Empty:',
    'Set-Cookie: a=1',
    'Set-Cookie: b=2',
    'Connection: keep-alive',
  ],
  ...['Keep-Alive: timeout=65', 'X-Latin: \xe4\xff', 'X-Blanks: \t a b \t', 'Date: Mon, 23 Nov 2026 15:00:00 GMT'],
);
const unusual = fc.constantFrom(
  ...[
    'Connection: close',
    'Connection: X-Pet',
    'Keep-Alive: timeout=1',
    'Transfer-Encoding: chunked',
    'Trailer: X-Pet',
  ],
  ...[
    'Content-Length: 3',
    'Content-Length: +2',
    'Upgrade: h2c',
    ' folded: 1',
    'No colon',
    'X-Nul: \0',
    'Bad Name: 1',
    'X-Lf: 1\n2',
  ],
);
const body = fc.constantFrom('', '[]', '{"a":"\xff"}', '2\r\n[]\r\n0\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n');
const text = fc
  .record({
    line: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.1 429 Too Many', 'HTTP/1.1 599 ') },
      fc.constantFrom(
        'HTTP/1.0 200 OK',
        'HTTP/1.1 204 No',
        'HTTP/1.1 304 Not',
        'HTTP/1.1 200',
        'HTTP/2 200 OK',
        'HTTP/1.1 099 X',
      ),
    ),
    headers: fc.array(fc.oneof({ weight: 8, arbitrary: usual }, unusual), { maxLength: 5 }),
    body,
    length: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.constantFrom(-1, 1, undefined)),
    at: fc.nat(5),
  })
  .map(({ line, headers, body: sent, length, at }) => {
    const framed =
      length === undefined ? headers : headers.toSpliced(at, 0, `Content-Length: ${Math.max(0, sent.length + length)}`);
    return `${[line, ...framed, '', sent].join('\r\n')}`;
  });

test('passes on and records the same as with Node’s parser', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(text, async (response) => {
      if (readPlainResponse(Buffer.from(response, 'latin1')) !== undefined) plain += 1;
      const { url, close } = await startUpstream(response);
      expect(await passOn(url, false)).toEqual(await passOn(url, true));
      close();
    }),
    { numRuns: 150 },
  );
  expect(plain).toBeGreaterThan(30);
});

test.each([
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n'],
  ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[]'],
  ['more than a body', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n[]'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n[]'],
  ['a bare line feed', 'HTTP/1.1 200 OK\r\nX: 1\nContent-Length: 2\r\n\r\n[]'],
  ['an informational response', 'HTTP/1.1 103 Early Hints\r\nContent-Length: 0\r\n\r\n'],
  ['a coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n[]'],
])('leaves %s to Node', (_, response) => {
  expect(readPlainResponse(Buffer.from(response, 'latin1'))).toBeUndefined();
});

test('reads a header of blanks in no time', () => {
  const blanks = ' '.repeat(60_000);
  const read = (value: string) =>
    readPlainResponse(Buffer.from(`HTTP/1.1 200 OK\r\nX-A:${value}\r\nContent-Length: 2\r\n\r\n[]`, 'latin1'));
  expect(read(`${blanks}\x7f`)).toBeUndefined();
  expect(read(`${blanks}a${blanks}b${blanks}`)?.rawHeaders[1]).toBe(`a${blanks}b`);
});

const PLAIN = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

test('keeps a connection, unless it receives what nobody has asked for', async () => {
  const { sockets, url } = await startUpstream((socket, count) => {
    socket.write(PLAIN);
    // The third response comes before its request.
    if (count === 2) setImmediate(() => socket.write(PLAIN));
  });
  const { origin } = await startProxy(url, { readsWithNode: false });
  await exchangeRaw(origin, GET);
  const closed = once(sockets[0] as Socket, 'close');
  expect(await exchangeRaw(origin, GET)).toContain('[]');
  expect(sockets).toHaveLength(1);
  await closed;
  expect(await exchangeRaw(origin, GET)).toContain('[]');
  expect(sockets).toHaveLength(2);
});

test('closes a connection that is idle for four seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { sockets, url } = await startUpstream((socket) => void socket.write(PLAIN));
  const { origin } = await startProxy(url, { readsWithNode: false });
  await exchangeRaw(origin, GET);
  const [socket] = sockets as [Socket];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  vi.advanceTimersByTime(4_000);
  await closed;
});
