import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { Timeouts } from './http-server.js';
import type { Responder } from './responder.js';
import { OK, startTestServer } from './server-for-tests.js';
import type { TlsIdentity } from './tls-server.js';

const read = (name: string) => readFileSync(new URL(`../../tests/certificates/${name}`, import.meta.url), 'utf8');
const cert = read('localhost.cert.pem');
const identity: TlsIdentity = { cert, key: read('localhost.key.pem') };

async function startTls(respond: Responder['respond'] = () => OK, timeouts: Partial<Timeouts> = {}) {
  const server = await startTestServer(respond, timeouts, { tls: identity });
  const session = connect(`https://localhost:${server.port}`, { ca: cert, lookup: toThisMachine });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  return { ...server, session };
}

/** The certificate is made out to a name, and the server listens on an address. */
function toThisMachine(_: string, { all }: { all?: boolean | undefined }, done: (...found: never[]) => void): void {
  const found = all ? [null, [{ address: '127.0.0.1', family: 4 }]] : [null, '127.0.0.1', 4];
  done(...(found as never[]));
}

/** Sends a request over HTTP/2 and returns all that comes back; `code` is that of a reset. */
async function send(session: ClientHttp2Session, headers: OutgoingHttpHeaders = {}, body?: string) {
  const stream = session.request({ ':path': '/v1/inventory', ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.write(body);
  const seen = { headers: {} as Record<string, unknown>, body: '', code: 0 };
  stream.on('response', (head) => Object.assign(seen, { headers: Object.fromEntries(Object.entries(head)) }));
  stream.on('data', (chunk) => {
    seen.body += chunk;
  });
  stream.on('error', () => {});
  await once(stream, 'close').catch(() => {});
  return { ...seen, code: stream.rstCode };
}

test('sends responses in the form of HTTP/2, and requests arrive as over HTTP/1.1', async () => {
  const headers = { ...OK.headers, Connection: 'close', 'Keep-Alive': 'timeout=5', 'X-Twice': ['a', 'b'] };
  const { session, requests, lines, port } = await startTls(() => ({ ...OK, statusText: 'Fine', headers }));
  const response = await send(session, { Authorization: 'Bearer test_free', ':path': '/v1/inventory?a=1' });
  expect(response).toEqual({
    headers: {
      ':status': 200,
      'content-type': 'text/plain',
      'content-length': '2',
      date: OK.headers.Date,
      'x-twice': 'a, b',
    },
    body: 'ok',
    code: constants.NGHTTP2_NO_ERROR,
  });
  expect(requests[0]).toMatchObject({
    method: 'GET',
    path: '/v1/inventory',
    target: '/v1/inventory?a=1',
    isSecure: true,
    callerAddress: '127.0.0.1',
    headers: [
      ['host', `localhost:${port}`],
      ['authorization', 'Bearer test_free'],
    ],
  });
  expect(lines).toMatchObject([{ method: 'GET', path: '/v1/inventory', status: 200 }]);
});

test.each(['reset', 'truncated'] as const)(
  '%s closes one stream, and the others of its connection go on',
  async (cut) => {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const respond: Responder['respond'] = async ({ path }) => {
      if (path !== '/slow') return { ...OK, cut };
      await waiting;
      return OK;
    };
    const { session } = await startTls(respond);
    const slow = send(session, { ':path': '/slow' });
    expect(await send(session)).toMatchObject({
      body: cut === 'reset' ? '' : 'o',
      code: constants.NGHTTP2_INTERNAL_ERROR,
    });
    finish();
    expect(await slow).toMatchObject({ body: 'ok', code: constants.NGHTTP2_NO_ERROR });
    expect(session.closed).toBe(false);
  },
);

test('a connection over HTTP/1.1 and TLS closes at a reset', async () => {
  const { port } = await startTls(() => ({ ...OK, cut: 'reset' }));
  const sent = request({ port, host: '127.0.0.1', servername: 'localhost', ca: cert }).end();
  await expect(once(sent, 'response')).rejects.toThrow('socket hang up');
});

test('loses nothing of a pipeline over HTTP/1.1 that arrives while a large response is on its way', async () => {
  // With a status text it is written at once, and not with others.
  const large = { ...OK, statusText: 'Fine', headers: { 'Content-Length': '50000' }, body: 'x'.repeat(50_000) };
  const { port, requests } = await startTls(() => large);
  const first = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nX-Pad: ';
  // TLS sends 16 KiB at once: the body comes alone.
  const pad = 'x'.repeat(16_384 - `${first}${head}\r\n\r\n`.length);
  const socket = connectTls({ port, ca: cert, servername: 'localhost' });
  onTestFinished(() => void socket.destroy());
  socket.resume().write(`${first}${head}${pad}\r\n\r\nhello`);
  while (requests.length < 2) await setImmediate();
  expect(Buffer.from(requests[1]?.body as Uint8Array).toString()).toBe('hello');
});

test('streams a body to its end, also while the server closes', async () => {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    source = controller;
  };
  const body = () => new ReadableStream<Uint8Array>({ start });
  const { session, close } = await startTls(() => ({ ...OK, headers: {}, body: body() }));
  for (const end of [async () => {}, close]) {
    const response = send(session);
    while (source === undefined) await setImmediate();
    source.enqueue(new TextEncoder().encode('one,'));
    const closed = end();
    source.enqueue(new TextEncoder().encode('two'));
    source.close();
    source = undefined;
    expect(await response).toMatchObject({ body: 'one,two', code: constants.NGHTTP2_NO_ERROR });
    await closed;
  }
});

test('sends a dripping body in pieces', async () => {
  const { session } = await startTls(() => ({ ...OK, dripMs: 2 }));
  expect(await send(session)).toMatchObject({ body: 'ok', code: constants.NGHTTP2_NO_ERROR });
});

test('reads a body without a declared length, and stops the upload of one that is too large', async () => {
  const { session, requests } = await startTls(({ body }) => ({ ...OK, status: body === 'too-large' ? 413 : 200 }));
  const patch = { ':method': 'PATCH' };
  const stream = session.request({ ':path': '/', ...patch });
  stream.end('{}').resume();
  await once(stream, 'close');
  expect(String(requests[0]?.body)).toBe('{}');
  // It never ends its body.
  const declared = send(session, { ...patch, 'content-length': 99, expect: '100-continue' }, '');
  expect(await declared).toMatchObject({ headers: { ':status': 413 }, body: 'ok', code: constants.NGHTTP2_NO_ERROR });
});

test('closes idle connections, and the others after their response', async () => {
  let finish = () => {};
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { session, close } = await startTls(async () => {
    arrived();
    await waiting;
    return OK;
  });
  const response = send(session);
  await arrival;
  const closed = close();
  finish();
  expect(await response).toMatchObject({ body: 'ok' });
  await closed;
});

test('aborts the signal of a request whose client leaves, and of no other', async () => {
  const signals: AbortSignal[] = [];
  const arrivals = new EventEmitter();
  const { session } = await startTls(({ signal, path }) => {
    signals.push(signal);
    arrivals.emit('request');
    return path === '/' ? { ...OK, delayMs: 3_600_000 } : OK;
  });
  await send(session);
  const arrived = once(arrivals, 'request');
  const stream = session.request({ ':path': '/' });
  stream.on('error', () => {});
  await arrived;
  stream.close(constants.NGHTTP2_CANCEL);
  await once(signals[1] as AbortSignal, 'abort');
  expect(signals[0]?.aborted).toBe(false);
});

test('presents a renewed certificate to new connections', async () => {
  const { port, renewCertificate } = await startTls();
  const presented = async () => {
    const socket: TLSSocket = connectTls({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      rejectUnauthorized: false,
    });
    await once(socket, 'secureConnect');
    const { valid_to } = socket.getPeerCertificate();
    socket.destroy();
    return valid_to;
  };
  const before = await presented();
  expect(() => renewCertificate({ ...identity, cert: 'none' })).toThrow('PEM');
  expect(await presented()).toBe(before);
  renewCertificate({ ...identity, cert: read('expired.cert.pem') });
  expect(await presented()).not.toBe(before);
});
