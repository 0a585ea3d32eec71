import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from './http-server.js';
import type { Reaction, Responder, ServerAnswer, ServerRequest } from './responder.js';
import type { RequestLogEntry } from './server-log.js';
import type { Timeouts } from './timeouts.js';

const OK: ServerAnswer = {
  status: 200,
  headers: { 'Content-Type': 'text/plain', 'Content-Length': '2', Date: 'Fri, 31 Dec 2027 00:00:00 GMT' },
  body: 'ok',
  keyAlias: 'key#1',
};

async function start(respond: Responder['respond'], timeouts: Partial<Timeouts> = {}) {
  const requests: ServerRequest[] = [];
  const lines: RequestLogEntry[] = [];
  const bugs: unknown[] = [];
  const server = await startHttpServer({
    port: 0,
    host: '127.0.0.1',
    log: { request: (entry) => lines.push(entry), bug: (bug) => bugs.push(bug) },
    timeouts: { lingerMs: 10, ...timeouts },
    responder: () => ({
      now: () => 0,
      bodyLimit: () => 10,
      respond: (request) => {
        requests.push(request);
        return respond(request);
      },
    }),
  });
  onTestFinished(() => server.close());
  return { ...server, requests, lines, bugs };
}

/** Sends bytes as they are and answers all that comes back until the server closes the connection. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return received;
}

function readBefore(): ReadableStream<Uint8Array> {
  const stream = new Blob(['a']).stream();
  stream.getReader();
  return stream;
}

function errorIn(received: string): { status: number; code: string; message: string } {
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4));
}

test('writes an answer as it stands and adds no date of its own', async () => {
  const { origin } = await start(() => OK);
  const response = await fetch(origin);
  expect(response.status).toBe(200);
  expect(response.headers.get('date')).toBe('Fri, 31 Dec 2027 00:00:00 GMT');
  expect(await response.text()).toBe('ok');
});

test('hands over method, path, target, headers, body and address', async () => {
  const { origin, requests } = await start(() => OK);
  await fetch(`${origin}/v1/%31?key=secret`, { method: 'PATCH', headers: { 'X-A': 'b' }, body: '{"a":1}' });
  const [request] = requests;
  expect(request).toMatchObject({ method: 'PATCH', path: '/v1/%31', target: '/v1/%31?key=secret' });
  expect(request?.callerAddress).toBe('127.0.0.1');
  expect(request?.headers).toContainEqual(['x-a', 'b']);
  expect(String(request?.body)).toBe('{"a":1}');
});

test('logs one line for a request, without its query', async () => {
  const { origin, lines } = await start(() => ({ ...OK, headers: { ...OK.headers, 'X-RateLimit-Remaining': '59' } }));
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

test('keeps the connection of a client whose body was too large', async () => {
  const { origin, requests } = await start(() => OK);
  const response = await fetch(origin, { method: 'PATCH', body: 'x'.repeat(1_000_000) });
  expect(response.headers.get('connection')).toBe('keep-alive');
  expect(requests[0]?.body).toBe('too-large');
});

test('answers a GET before the body that it announces has come', async () => {
  const { port } = await start(() => OK);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n');
  const [data] = await once(socket, 'data');
  expect(String(data)).toMatch(/^HTTP\/1\.1 200 OK/);
  socket.destroy();
});

test('ignores an expectation that it does not know', async () => {
  const { port } = await start(() => OK);
  const received = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK/);
});

test.each([
  ['a bad request line', 'HELLO\r\n\r\n', 400, 'invalid_request'],
  ['bytes of another protocol', '\x16\x03\x01\x02\x00\x01', 400, 'invalid_request'],
  [
    'a header section that is too large',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'invalid_request'],
  ['a target that is no URL', 'GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
    400,
    'invalid_request',
  ],
])('refuses %s with an Error and lives', async (_what, text, status, code) => {
  const { port, origin, bugs } = await start(() => OK);
  const received = await sendRaw(port, text);
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(errorIn(received)).toEqual({ status, code, message: expect.any(String) });
  expect((await fetch(origin)).status).toBe(200);
  expect(bugs).toEqual([]);
});

test.each([
  ['half a header section', 'GET / HTTP/1.1\r\nHost:'],
  ['half a body', 'PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"'],
])('answers 408 to %s and silence', async (_what, text) => {
  const { port, bugs } = await start(() => OK, { headersMs: 20, requestMs: 20, checkMs: 5 });
  const received = await sendRaw(port, text);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(errorIn(received)).toMatchObject({ status: 408, code: 'request_timeout' });
  expect(bugs).toEqual([]);
});

test('closes a tunnel that nobody asked it to dig', async () => {
  const { port } = await start(() => OK);
  expect(await sendRaw(port, 'CONNECT example.test:443 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
});

test('does not write into an answer that is on its way when garbage follows', async () => {
  const endless = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('first')) });
  const { port } = await start(() => ({ status: 200, headers: {}, body: endless, keyAlias: undefined }));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk) => {
    if (received === '') socket.write('garbage\r\n\r\n');
    received += chunk;
  });
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'close');
  expect(received).toContain('first');
  expect(received).not.toContain('400 Bad Request');
});

test('takes no notice of a client that leaves in the middle of its body', async () => {
  const { port, origin, bugs, requests } = await start(() => OK);
  const socket = connect(port, '127.0.0.1');
  socket.write('PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"a"');
  await once(socket, 'ready');
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect((await fetch(origin)).status).toBe(200);
  expect(bugs).toEqual([]);
  expect(requests).toHaveLength(1);
});

test.each<[string, () => Reaction | Promise<Reaction>]>([
  [
    'throws',
    () => {
      throw new Error('bug');
    },
  ],
  ['rejects', () => Promise.reject(new Error('bug'))],
  ['answers a stream that was read before', () => ({ ...OK, body: readBefore() })],
  ['answers a header that HTTP forbids', () => ({ ...OK, headers: { 'X-A': 'a\nb' } })],
])('turns a responder that %s into a 500 and lives', async (_what, respond) => {
  const { origin, bugs } = await start((request) => (request.path === '/bug' ? respond() : OK));
  const response = await fetch(`${origin}/bug`);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ status: 500, code: 'internal_error', message: expect.any(String) });
  expect(bugs).toEqual([expect.any(Error)]);
  expect((await fetch(origin)).status).toBe(200);
});

test('cuts the connection where the answer is to be broken', async () => {
  const { origin, lines } = await start(() => 'broken');
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
  expect(lines).toMatchObject([{ status: undefined }]);
});

test('writes a stream piece by piece and reports one that breaks', async () => {
  const broken = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.enqueue(Buffer.from('a'));
    controller.error(new Error('out of water'));
  };
  const { origin, bugs } = await start(({ path }) => ({
    status: 200,
    headers: {},
    body: path === '/broken' ? new ReadableStream({ start: broken }) : new Blob(['ab', 'cd']).stream(),
    keyAlias: undefined,
  }));
  expect(await (await fetch(origin)).text()).toBe('abcd');
  await expect(fetch(`${origin}/broken`).then((response) => response.text())).rejects.toThrow();
  expect(bugs).toEqual([new Error('out of water')]);
});

test('tells the responder when the client goes away', async () => {
  let aborted: Promise<unknown> | undefined;
  const { port } = await start(({ signal }) => {
    aborted = once(signal, 'abort');
    socket.destroy();
    return new Promise(() => {});
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'close');
  await aborted;
});

test('finishes what is in flight when it closes, and then takes no more', async () => {
  const gate = new EventEmitter();
  const { origin, close } = await start(async () => {
    gate.emit('arrived');
    await once(gate, 'open');
    return OK;
  });
  const arrived = once(gate, 'arrived');
  const response = fetch(origin);
  await arrived;
  const closed = close();
  gate.emit('open');
  expect((await response).headers.get('connection')).toBe('close');
  await closed;
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

test('does not wait for connections on which nothing happens', async () => {
  const { port, origin, close } = await start(() => OK);
  await (await fetch(origin)).text();
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'ready');
  await fetch(origin);
  await Promise.all([close(), once(silent, 'close')]);
});

test('stops waiting for an answer that does not come', async () => {
  const gate = new EventEmitter();
  const respond = () => {
    gate.emit('arrived');
    return new Promise<Reaction>(() => {});
  };
  const { origin, close } = await start(respond, { closeMs: 10 });
  const arrived = once(gate, 'arrived');
  const refused = expect(fetch(origin)).rejects.toThrow('fetch failed');
  await arrived;
  await close();
  await refused;
});

test('rejects with what the system says of the port', async () => {
  const { port } = await start(() => OK);
  const second = startHttpServer({
    port,
    host: '127.0.0.1',
    log: { request: undefined, bug: () => {} },
    responder: () => ({ now: () => 0, bodyLimit: () => 0, respond: () => OK }),
  });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('leaves no port open when the responder cannot be made', async () => {
  let origin = '';
  const failing = startHttpServer({
    port: 0,
    host: '127.0.0.1',
    log: { request: undefined, bug: () => {} },
    responder: (made) => {
      origin = made;
      throw new Error('no world');
    },
  });
  await expect(failing).rejects.toThrow('no world');
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});
