/// <reference lib="dom" />
// @vitest-environment happy-dom
// happy-dom keeps the case of header names, and sends what msw lets pass with node:http.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { setupPetstoreServer } from '../../mocks/edges/msw/node.js';
import { observePetstore } from '../../src/observe/observe-petstore.js';

const sent = { Authorization: 'Bearer test_free' };
const update = { method: 'PATCH', headers: { ...sent, 'Content-Type': 'application/json' }, body: '{"quantity":3}' };

function listening() {
  const petstore = setupPetstoreServer({ baseUrl: 'https://api.example.test/v1', pets: 3 });
  petstore.listen();
  onTestFinished(() => petstore.close());
  return petstore;
}

test('the fake finds headers in any case', async () => {
  const { baseUrl } = listening();
  expect((await fetch(`${baseUrl}/inventory`, { headers: sent })).status).toBe(200);
  expect((await fetch(new Request(`${baseUrl}/inventory`, { headers: sent }))).status).toBe(200);
  expect((await fetch(`${baseUrl}/inventory/1`, update)).status).toBe(200);
});

test('the fake finds headers of an XMLHttpRequest in any case', async () => {
  const { baseUrl } = listening();
  const status = await new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', `${baseUrl}/inventory`);
    request.setRequestHeader('Authorization', 'Bearer test_free');
    request.onloadend = () => resolve(request.status);
    request.send();
  });
  expect(status).toBe(200);
});

test('an observed request reaches the service once', async () => {
  const seen: (string | undefined)[] = [];
  const service = createServer(({ method, headers }, response) => {
    if (method === 'GET') seen.push(headers.authorization);
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*');
    response.setHeader('Content-Type', 'application/json').end('[]');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  const { port } = service.address() as AddressInfo;
  const observed = observePetstore({ baseUrl: `http://127.0.0.1:${port}/v1` });
  const server = setupServer(...observed.handlers);
  server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object);
  onTestFinished(() => server.close());
  const response = await fetch(`${observed.baseUrl}/inventory`, { headers: sent });
  expect([response.status, await response.json()]).toEqual([200, []]);
  await observed.settled();
  expect(observed.exchanges.map(({ request }) => request.method)).toEqual(['GET']);
  expect(seen).toEqual(['Bearer test_free']);
});
