import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from './http-server.js';
import type { ServedResult } from './responder.js';
import { OK, startTestServer } from './server-for-tests.js';

function readBefore(): ReadableStream<Uint8Array> {
  const stream = new Blob(['a']).stream();
  stream.getReader();
  return stream;
}

test('writes a response unchanged and adds no Date', async () => {
  const { origin } = await startTestServer(() => OK);
  const response = await fetch(origin);
  expect(response.status).toBe(200);
  expect(response.headers.get('date')).toBe('Fri, 31 Dec 2027 00:00:00 GMT');
  expect(await response.text()).toBe('ok');
});

test('adds no Date to a response without one', async () => {
  const { origin } = await startTestServer(() => ({ ...OK, headers: {} }));
  expect((await fetch(origin)).headers.get('date')).toBeNull();
});

test('writes the bytes of a body if it has them', async () => {
  const { origin } = await startTestServer(() => ({ ...OK, encodedBody: Buffer.from('OK') }));
  expect(await (await fetch(origin)).text()).toBe('OK');
});

test.each<[string, () => ServedResult | Promise<ServedResult>]>([
  [
    'throws',
    () => {
      throw new Error('bug');
    },
  ],
  ['rejects', () => Promise.reject(new Error('bug'))],
  ['returns a stream that was already read', () => ({ ...OK, body: readBefore() })],
  ['returns a header that HTTP forbids', () => ({ ...OK, headers: { 'X-A': 'a\nb' } })],
])('turns a responder that %s into a 500 and stays up', async (_what, respond) => {
  const { origin, bugs, lines } = await startTestServer((request) => (request.path === '/bug' ? respond() : OK));
  const response = await fetch(`${origin}/bug`);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ status: 500, code: 'internal_error', message: expect.any(String) });
  expect(bugs).toEqual([expect.any(Error)]);
  expect(lines).toMatchObject([{ status: 500 }]);
  expect((await fetch(origin)).status).toBe(200);
});

test('resets the connection of a request whose bug cannot be reported', async () => {
  const bugs: unknown[] = [];
  const fail = () => {
    throw new Error('bug');
  };
  const server = await startHttpServer({
    port: 0,
    host: '127.0.0.1',
    log: { request: undefined, bug: (bug) => bugs.push(bug) },
    responder: () => ({
      now: () => 0,
      bodyLimit: () => 10,
      loggedPath: (path) => path,
      respond: fail,
      respondToBug: fail,
    }),
  });
  onTestFinished(() => server.close());
  await expect(fetch(server.origin)).rejects.toThrow('fetch failed');
  expect(bugs).toEqual([new Error('bug')]);
});

test('resets the connection if the response says so', async () => {
  const { origin, lines } = await startTestServer(() => 'aborted');
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
  expect(lines).toMatchObject([{ status: undefined }]);
});

test('writes a stream chunk by chunk and reports one that fails', async () => {
  const broken = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.enqueue(Buffer.from('a'));
    controller.error(new Error('out of water'));
  };
  const { origin, bugs } = await startTestServer(({ path }) => ({
    status: 200,
    headers: {},
    body: path === '/broken' ? new ReadableStream({ start: broken }) : new Blob(['ab', 'cd']).stream(),
    keyAlias: undefined,
  }));
  expect(await (await fetch(origin)).text()).toBe('abcd');
  await expect(fetch(`${origin}/broken`).then((response) => response.text())).rejects.toThrow();
  expect(bugs).toEqual([new Error('out of water')]);
});

test('notifies the responder when the client disconnects', async () => {
  let aborted: Promise<unknown> | undefined;
  const { port } = await startTestServer(({ signal }) => {
    aborted = once(signal, 'abort');
    socket.destroy();
    return new Promise(() => {});
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'close');
  await aborted;
});
