import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { UndiciSender } from './sender.js';
import { certificate, sendOnce, startHttp, startHttp2, startHttps, startRaw } from './servers-for-tests.js';

const message = {
  method: 'POST',
  headers: [
    ['Authorization', 'Bearer k'],
    ['Content-Type', 'application/json'],
    ['Expect', '100-continue'],
  ],
  body: '{"message":"Füße"}',
} as const;

/** Node responds with 100 by itself. */
const echo: RequestListener = (request, response) => {
  request.setEncoding('utf8').on('data', (body) => {
    const { expect: expected, 'content-length': length, authorization } = request.headers;
    response.writeHead(201, { 'X-Seen': `${expected} ${length} ${authorization}` }).end(body);
  });
};

test.each([
  ['HTTP', () => startHttp(echo), {}],
  ['HTTPS', () => startHttps(echo), { ca: certificate }],
] as const)('sends the body over %s once the service asks for it', async (_, start, options) => {
  const response = await sendOnce(await start(), message, options);
  expect(response).toMatchObject({ status: 201, body: Buffer.from(message.body), incomplete: undefined });
  expect(response).toHaveProperty('headers', expect.arrayContaining([['X-Seen', '100-continue 20 Bearer k']]));
});

test('sends no body after a final response, and waits for nothing else', async () => {
  let received = '';
  const origin = await startRaw((socket, head) => {
    received += head;
    socket.on('data', (more) => {
      received += String(more);
    });
    socket.write('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\n{}');
  });
  expect(await sendOnce(origin, message)).toMatchObject({ status: 417, body: Buffer.from('{}') });
  expect(received).toMatch(/\r\nExpect: 100-continue\r\n/);
  expect(received).not.toContain('message');
});

test('sends the body after a while if nobody asks for it', async () => {
  const origin = await startRaw((socket) => {
    socket.once('data', (body) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`));
  });
  expect(await sendOnce(origin, message)).toMatchObject({ status: 200, body: Buffer.from(message.body) });
});

test('explains a connection that fails', async () => {
  const origin = await startRaw((socket) => socket.destroy());
  expect(await sendOnce(origin, message)).toMatchObject({ cause: expect.any(String) });
});

test('cannot send it through a proxy, or to a service that speaks HTTP/2', async () => {
  const request = { ...message, url: 'https://api.example.test/v1/messages' };
  const direct = new UndiciSender({ variables: {}, ca: certificate });
  const proxied = new UndiciSender({ variables: { HTTPS_PROXY: 'http://proxy.example.test:8080' } });
  expect([direct.canSend(request), proxied.canSend(request)]).toEqual([true, false]);
  expect(proxied.canSend({ ...request, headers: [] })).toBe(true);
  const origin = await startHttp2((_request, response) => void response.end());
  await direct.send({ method: 'GET', url: origin, headers: [], body: undefined }, new AbortController().signal);
  expect(direct.canSend({ ...request, url: `${origin}/v1/messages` })).toBe(false);
  await Promise.all([direct.close(), proxied.close()]);
});
