import { type EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { PassOn } from './http-exchange.js';
import { OK, sendRaw, startTestServer } from './server-for-tests.js';

const read = (name: string) => readFileSync(new URL(`../../tests/certificates/${name}`, import.meta.url), 'utf8');
const tls = { cert: read('localhost.cert.pem'), key: read('localhost.key.pem') };
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** More than the system takes for a client that does not read. */
const LARGE = { ...OK, headers: { 'Content-Length': '20000000' }, body: 'x'.repeat(20_000_000) };
/** Only what is short here is waited for. */
const LONG = {
  keepAliveMs: 60_000,
  stallMs: 60_000,
  requestMs: 60_000,
  headersMs: 60_000,
  checkMs: 5,
  lingerMs: 60_000,
  graceMs: 0,
};

/** A client, and what it has received. */
function open(port: number, isTls = false) {
  const socket: Socket = isTls
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect(port, '127.0.0.1');
  const client = { socket, received: '', error: undefined as Error | undefined };
  socket.on('data', (part) => {
    client.received += part;
  });
  socket.on('error', (error) => {
    client.error = error;
  });
  onTestFinished(() => void socket.destroy());
  return client;
}

function openSession(port: number): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  return session;
}

/** Sends a request over HTTP/2 and returns the headers of the response, or the error. */
async function send(session: ClientHttp2Session): Promise<IncomingHttpHeaders | Error> {
  try {
    const stream = session.request({ ':path': '/' });
    const [headers] = await once(stream.resume(), 'response');
    await once(stream, 'close');
    return headers;
  } catch (error) {
    return error as Error;
  }
}

/** Unlike `once`, does not reject when the connection is reset. */
function closing(connection: EventEmitter): Promise<void> {
  return new Promise((resolve) => connection.once('close', resolve));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

test.each([
  ['that never sends a byte', '', '', false],
  ['that never sends a byte after its handshake', '', '', true],
  ['that sends blank lines only', '\r\n\r\n', '', false],
  ['that sends a blank line after its request', GET, '\r\n', false],
])('closes a connection %s', async (_what, first, then, isTls) => {
  const { port } = await startTestServer(
    () => OK,
    { ...LONG, headersMs: 20, keepAliveMs: 20, lingerMs: 5 },
    isTls ? { tls } : {},
  );
  const client = open(port, isTls);
  client.socket.write(first);
  await until(() => first !== GET || client.received !== '');
  client.socket.write(then);
  await closing(client.socket);
});

test('leaves alone a connection whose response takes longer', async () => {
  const times = { ...LONG, headersMs: 10, keepAliveMs: 10 };
  const { port } = await startTestServer(() => ({ ...OK, delayMs: 100 }), times);
  expect(await sendRaw(port, GET)).toMatch(/^HTTP\/1\.1 200 /);
});

test('closes a connection that never finishes its TLS handshake, or sends nothing over HTTP/2', async () => {
  const { port } = await startTestServer(() => OK, { ...LONG, headersMs: 30 }, { tls });
  const session = openSession(port);
  const silent = open(port);
  await Promise.all([closing(silent.socket), closing(session)]);
});

const SHORT = { ...LONG, keepAliveMs: 20, stallMs: 30, closeMs: 60_000 };

test('closes a stalled connection', async () => {
  const { port, close } = await startTestServer(() => LARGE, SHORT);
  const { socket } = open(port);
  socket.once('data', () => socket.pause());
  socket.write(GET);
  await once(socket, 'data');
  // Without a bound, it would wait for the client.
  await close();
});

test('waits for a delayed response, however long nothing happens', async () => {
  const { port } = await startTestServer(() => ({ ...OK, delayMs: 300 }), SHORT);
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/ok$/);
});

test('closes a session of HTTP/2 that is idle', async () => {
  const { port } = await startTestServer(() => OK, { ...LONG, keepAliveMs: 50 }, { tls });
  const session = openSession(port);
  expect(await send(session)).toMatchObject({ ':status': 200 });
  await closing(session);
});

test('closes a session of HTTP/2 whose client does not read its connection', async () => {
  const { port, close } = await startTestServer(() => LARGE, SHORT, { tls });
  const relay = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.on('error', () => {}).pipe(server.on('error', () => {}));
    server.once('data', () => setImmediate(() => server.unpipe().pause())).pipe(client);
  });
  onTestFinished(() => void relay.close());
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const session = openSession((relay.address() as AddressInfo).port);
  await once(session, 'connect').catch(() => {});
  await close();
});

test('keeps a session of HTTP/2 whose client responds to pings until its response comes', async () => {
  const { port } = await startTestServer(() => ({ ...OK, delayMs: 300 }), SHORT, { tls });
  expect(await send(openSession(port))).toMatchObject({ ':status': 200 });
});

const HALF_A_BODY = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc';
/** Begins a response to most requests, and does not end it. */
const stall: PassOn = ({ url }, response) => {
  if (url === '/large') return false;
  response.write('x');
  return true;
};

test.each([
  ['whose client waits', GET],
  ['whose client does not send the rest of its body', HALF_A_BODY],
])('closes a connection on which a passed-on response stalls, %s', async (_what, sent) => {
  const { port } = await startTestServer(() => OK, SHORT, { passOn: stall });
  const client = open(port);
  client.socket.write(sent);
  await closing(client.socket);
  expect(client.received).toMatch(/^HTTP\/1\.1 200 /);
});

test('closes a connection that Node does not read because many responses wait', async () => {
  const { port, close } = await startTestServer(() => LARGE, SHORT, { passOn: stall });
  const { socket } = open(port);
  socket.write(`${GET}${'GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3)}`);
  await once(socket, 'data');
  socket.destroy();
  await close();
});

test.each([
  ['half a body', HALF_A_BODY],
  ['half a request after a whole one', `${GET}GET / HT`],
  ['garbage after a request', `${GET}BAD\r\n\r\n`],
])('ends a passed-on response that stalls once its client has left, after %s', async (_what, sent) => {
  const { port } = await startTestServer(() => OK, { ...LONG, lingerMs: 10 }, { passOn: stall });
  const { socket } = open(port);
  socket.write(sent);
  await once(socket, 'data');
  socket.end();
  await closing(socket);
});

test('logs a bug in passing a request on, and serves the others', async () => {
  const bug = new Error('a bug');
  const passOn: PassOn = ({ url }) => {
    if (url === '/bug') throw bug;
    return false;
  };
  const { port, origin, bugs } = await startTestServer(() => OK, LONG, { passOn });
  expect(await sendRaw(port, 'GET /bug HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
  expect((await fetch(origin)).status).toBe(200);
  expect(bugs).toEqual([bug]);
});

test('closes handshakes that are not finished when the server closes', async () => {
  const { port, close } = await startTestServer(() => OK, { ...LONG, closeMs: 10 }, { tls });
  const silent = open(port);
  silent.socket.write('\x16\x03\x01');
  await send(openSession(port));
  await Promise.all([close(), closing(silent.socket)]);
});

test('closes connections over the limit, until another one closes', async () => {
  const { port } = await startTestServer(() => OK, LONG, { maxConnections: 1 });
  const first = open(port);
  first.socket.write(GET);
  await until(() => first.received !== '');
  expect(await sendRaw(port, '')).toBe('');
  first.socket.end();
  await closing(first.socket);
  const next = open(port);
  next.socket.write(GET);
  await until(() => next.received !== '');
});

test('limits the requests at once on one connection of HTTP/2', async () => {
  const { port } = await startTestServer(() => OK, LONG, { tls });
  const session = openSession(port);
  const [settings] = await once(session, 'remoteSettings');
  expect(settings.maxConcurrentStreams).toBe(250);
});

/** Sends requests one after the other until the server says that it closes. Returns whether all of them got a response. */
async function sendUntilClosed(port: number, isTls: boolean, onFirst: () => void): Promise<boolean> {
  const client = open(port, isTls);
  let sent = 0;
  let complete = 0;
  const send = () => {
    client.socket.write(GET);
    sent++;
  };
  client.socket.on('data', () => {
    if (!client.received.endsWith('ok')) return;
    complete++;
    if (complete === 1) onFirst();
    if (!client.received.includes('Connection: close')) send();
  });
  send();
  await closing(client.socket);
  return client.error === undefined && complete === sent;
}

test.each([false, true])('responds to clients that go on sending while it closes, TLS: %s', async (isTls) => {
  const { port, close, requests } = await startTestServer(() => OK, { ...LONG, graceMs: 5_000 }, isTls ? { tls } : {});
  let served = 0;
  const onFirst = () => {
    served++;
  };
  const clients = Array.from({ length: 30 }, () => sendUntilClosed(port, isTls, onFirst));
  await until(() => served === 30 && requests.length > 300);
  await close();
  expect(new Set(await Promise.all(clients))).toEqual(new Set([true]));
});

test.each([
  ['when the server closes', ''],
  ['when something that is not HTTP follows', 'BAD\r\n\r\n'],
])('sends all of a long response to a client that reads slowly, %s', async (_when, more) => {
  const body = 'x'.repeat(20_000_000);
  const headers = { 'Content-Length': String(body.length) };
  const { port, close } = await startTestServer(() => ({ ...OK, headers, body }), LONG);
  const socket = connect(port, '127.0.0.1');
  let length = 0;
  socket.once('data', (chunk) => {
    length += chunk.length;
    socket.pause();
  });
  socket.write(`${GET}${more}`);
  await until(() => length > 0);
  const closed = close();
  // The server's times for idle connections and for the last response are over by then.
  await setTimeout(100);
  socket.on('data', (chunk) => {
    length += chunk.length;
  });
  socket.resume();
  await closing(socket);
  await closed;
  expect(length).toBeGreaterThan(body.length);
});

test('responds to a request that is on its way on an idle connection', async () => {
  const { port, close } = await startTestServer(() => OK, { ...LONG, graceMs: 5_000 });
  const [idle, fresh] = [open(port), open(port)];
  idle.socket.write(GET);
  await until(() => idle.received !== '');
  idle.received = '';
  const closed = close();
  for (const { socket } of [idle, fresh]) socket.write(GET);
  await closed;
  await until(() => idle.socket.closed && fresh.socket.closed);
  for (const { received } of [idle, fresh]) expect(received).toMatch(/^HTTP\/1\.1 200 .*Connection: close\r\n.*ok$/s);
});

test('sends every response of a pipeline while it closes', async () => {
  const { port, close, requests } = await startTestServer(() => setTimeout(20, OK), LONG);
  const client = open(port);
  client.socket.write(`${GET}${GET}${GET}`);
  await until(() => requests.length === 3);
  await close();
  await until(() => client.socket.closed);
  expect(client.received.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(client.received.match(/Connection: close/g)).toHaveLength(1);
});

test('over HTTP/2, responds to what is on its way when it closes', async () => {
  const { port, close, requests } = await startTestServer(() => OK, { ...LONG, graceMs: 100 }, { tls });
  const sessions = Array.from({ length: 10 }, () => openSession(port));
  const results: unknown[] = [];
  const clients = sessions.map(async (session) => {
    while (!session.closed) {
      const result = await send(session);
      results.push(result instanceof Error ? result.message : result[':status']);
    }
  });
  await until(() => sessions.every(({ connecting }) => !connecting) && requests.length > 100);
  await close();
  await Promise.all(clients);
  expect(results.filter((result) => result === 200)).toHaveLength(requests.length);
  // Node's client refuses to send a request at the very moment at which it is told.
  expect(results.filter((result) => result !== 200 && !String(result).endsWith('REFUSED_STREAM'))).toEqual([]);
});

test('closes at once without a connection', async () => {
  const { close } = await startTestServer(() => OK, { ...LONG, graceMs: 60_000 });
  await close();
});
