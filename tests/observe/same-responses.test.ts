import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { observePetstore } from '../../src/observe/observe-petstore.js';
import type { ObserveOptions } from '../../src/observe/observe-service.js';
import { serveByHand } from './hand-written-service.js';

type Handler = Parameters<typeof serveByHand>[0];

/** Serves, observes and listens until the test ends. */
async function observing(handler: Handler, options: Partial<ObserveOptions> = {}) {
  const service = await serveByHand(handler);
  const observed = observePetstore({ baseUrl: service.baseUrl, ...options });
  const server = setupServer(...observed.handlers);
  server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object);
  onTestFinished(async () => {
    server.close();
    await service.close();
  });
  return { service, observed };
}

const LIST = '[{"petId":1,"quantity":2,"status":"available"}]';

const zipped: Handler = (_, response) => {
  const body = gzipSync(LIST);
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
    'Content-Length': body.length,
  });
  response.end(body);
};

test('forwards a response unchanged', async () => {
  const { service, observed } = await observing((_, response) => {
    response.writeHead(203, 'Quite Good', [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['X-RateLimit-Limit', '60'],
      ['Set-Cookie', 'a=1; Path=/'],
      ['Set-Cookie', 'b=2; Path=/'],
    ] as never);
    response.end(LIST);
  });
  const response = await fetch(`${service.baseUrl}/inventory?page=1`);
  expect([response.status, response.statusText]).toEqual([203, 'Quite Good']);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
  expect(response.headers.get('x-ratelimit-limit')).toBe('60');
  expect(await response.text()).toBe(LIST);
  await observed.settled();
  expect(observed.exchanges).toMatchObject([
    {
      number: 1,
      request: {
        method: 'GET',
        url: `${service.baseUrl}/inventory?page=1`,
        body: undefined,
        credential: { kind: 'none' },
      },
      response: { status: 203, statusText: 'Quite Good', body: { kind: 'text', text: LIST, isRedacted: false } },
    },
  ]);
});

test('forwards a request unchanged, without a trace of msw', async () => {
  const { service, observed } = await observing((_, response) => void response.writeHead(204).end());
  const headers = { Authorization: 'Bearer some_key_123', 'X-Mine': 'yes', 'Content-Type': 'application/json' };
  await fetch(`${service.baseUrl}/inventory/1`, { method: 'PATCH', headers, body: '{"quantity":1}' });
  const [arrived] = service.arrived;
  expect(arrived?.headers).toMatchObject({
    authorization: 'Bearer some_key_123',
    'x-mine': 'yes',
    accept: '*/*',
    'content-type': 'application/json',
    'content-length': '14',
  });
  expect(JSON.stringify(arrived?.rawHeaders)).not.toContain('msw');
  await observed.settled();
  expect(observed.exchanges[0]?.request).toMatchObject({ body: '{"quantity":1}', credential: { name: 'key#1' } });
  expect(JSON.stringify(observed.exchanges)).not.toContain('some_key_123');
});

test('forwards a compressed body decoded, without its encoding headers', async () => {
  const { service, observed } = await observing(zipped);
  const response = await fetch(`${service.baseUrl}/inventory`);
  expect(await response.text()).toBe(LIST);
  expect(response.headers.get('content-encoding')).toBeNull();
  await observed.settled();
  expect(observed.exchanges[0]?.response?.body).toMatchObject({ text: LIST });
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('forwards a response without a body: %s, %d', async (method, status) => {
  const { service, observed } = await observing(
    (_, response) => void response.writeHead(status, { ETag: '"1"' }).end(),
  );
  const response = await fetch(`${service.baseUrl}/inventory`, { method });
  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([status, '"1"', '']);
  await observed.settled();
  expect(observed.exchanges[0]?.response?.body).toEqual({ kind: 'empty' });
});

test('streams a body', async () => {
  let finish = () => {};
  const { service, observed } = await observing((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write(LIST.slice(0, 10));
    finish = () => response.end(LIST.slice(10));
  });
  const response = await fetch(`${service.baseUrl}/inventory`);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe(LIST.slice(0, 10));
  expect(observed.exchanges).toEqual([]);
  finish();
  const second = await reader?.read();
  expect(new TextDecoder().decode(second?.value)).toBe(LIST.slice(10));
  await observed.settled();
  expect(observed.exchanges[0]?.response?.body).toMatchObject({ text: LIST });
});

test('leaves redirects to the client', async () => {
  const { service, observed } = await observing((request, response) => {
    if (request.url === '/v1/inventory') response.writeHead(302, { Location: '/v1/elsewhere' }).end();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  });
  const followed = await fetch(`${service.baseUrl}/inventory`);
  expect([followed.status, await followed.text()]).toEqual([200, '[]']);
  const manual = await fetch(`${service.baseUrl}/inventory`, { redirect: 'manual' });
  expect([manual.status, manual.headers.get('location')]).toEqual([302, '/v1/elsewhere']);
  await expect(fetch(`${service.baseUrl}/inventory`, { redirect: 'error' })).rejects.toThrow(TypeError);
  await observed.settled();
  expect(observed.exchanges.map(({ response }) => response?.status)).toEqual([302, 200, 302, 302]);
});

test('aborts the real request with the client’s', async () => {
  const { service, observed } = await observing(() => {});
  const controller = new AbortController();
  const pending = fetch(`${service.baseUrl}/inventory`, { signal: controller.signal });
  await expect.poll(() => service.arrived.length).toBe(1);
  const closed = once(service.arrived[0]?.socket ?? process, 'close');
  controller.abort();
  await expect(pending).rejects.toThrow(/abort/i);
  await closed;
  await expect.poll(() => observed.exchanges[0]?.failure).toBe('the client aborted the request');
});

test('aborts the real request even after a garbage collection', async () => {
  const { service, observed } = await observing((request, response) => {
    if (request.url?.endsWith('/orders')) response.writeHead(200, { 'Content-Type': 'application/json' }).write('[');
  });
  for (const path of ['/inventory', '/store/orders']) {
    const controller = new AbortController();
    const asked = service.arrived.length;
    const pending = fetch(`${service.baseUrl}${path}`, { signal: controller.signal }).then((response) =>
      response.text(),
    );
    await expect.poll(() => service.arrived.length).toBe(asked + 1);
    const closed = once(service.arrived[asked]?.socket ?? process, 'close');
    collectGarbage();
    controller.abort();
    await expect(pending).rejects.toThrow(/abort/i);
    await closed;
  }
  await observed.settled();
});

test('waits for a pending response, and names its request after a while', async () => {
  const { service, observed } = await observing(() => {}, { settleTimeoutMs: 50 });
  const controller = new AbortController();
  const headers = { Authorization: 'Bearer sk_live_123456' };
  const pending = fetch(`${service.baseUrl}/inventory?key=sk_live_123456`, { headers, signal: controller.signal });
  await expect.poll(() => service.arrived.length).toBe(1);
  await expect(observed.settled()).rejects.toThrow(
    'Waiting for responses: after 0.05 s, the response is not complete to GET /v1/inventory. Check',
  );
  controller.abort();
  await expect(pending).rejects.toThrow(/abort/i);
  await observed.settled();
});

/** Collects garbage, as happens during a long wait. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

test('turns a reset connection into a network error', async () => {
  const { service, observed } = await observing((request) => void request.socket.destroy());
  await expect(fetch(`${service.baseUrl}/inventory`)).rejects.toThrow(TypeError);
  await observed.settled();
  expect(observed.exchanges).toMatchObject([{ response: undefined, failure: expect.stringMatching(/./) }]);
});

test('cuts a body off where the service does', async () => {
  const { service, observed } = await observing((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('[{"petId":', () => request.socket.destroy());
  });
  const response = await fetch(`${service.baseUrl}/inventory`);
  await expect(response.text()).rejects.toThrow();
  await observed.settled();
  expect(observed.exchanges[0]?.response?.body).toEqual({ kind: 'missing', why: 'cut off' });
  expect(observed.violations().filter(({ rule }) => rule === 'body/json')).toEqual([]);
});

test('observes clients of node:http', async () => {
  const { service, observed } = await observing(zipped);
  const [incoming] = (await once(
    http.get(`${service.baseUrl}/inventory`, {
      headers: { 'Accept-Encoding': 'gzip, compress, zstd', Connection: 'keep-alive' },
    }),
    'response',
  )) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming) text += chunk;
  expect(text).toBe(LIST);
  expect(incoming.headers['content-encoding']).toBeUndefined();
  await observed.settled();
  expect(observed.exchanges[0]?.response?.body).toMatchObject({ text: LIST });
});

test('ignores requests to other services', async () => {
  const { service, observed } = await observing((_, response) => void response.writeHead(200).end('x'));
  await fetch(`${service.origin}/other`);
  await fetch(`${service.origin}/v12/inventory`);
  await observed.settled();
  expect(observed.exchanges).toEqual([]);
});
