import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import type { Fault, FaultTarget } from '../../mocks/faults/faults.js';
import { createPetstore } from '../../mocks/petstore.js';
import { petstoreMatchers } from '../../src/matchers/petstore-matchers.js';
import { type ObservedPetstore, observePetstore } from '../../src/observe/observe-petstore.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { serveFake } from '../serve-fake.js';
import { serveByHand } from './hand-written-service.js';
import { sendRequest } from './send-request.js';

const KEY = 'test_free';

/** Observes the service at a base URL until the test ends. */
function observing(baseUrl: string): ObservedPetstore {
  const observed = observePetstore({ baseUrl, plan: 'free', exclusive: true });
  const server = setupServer(...observed.handlers);
  server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object);
  onTestFinished(() => server.close());
  return observed;
}

/** A fake on a port, with faults. */
async function serveFaulty(...faults: readonly (readonly [FaultTarget, Fault])[]): Promise<string> {
  const fake = await serveFake({ pets: 5 });
  onTestFinished(() => fake.close());
  for (const [operation, fault] of faults) await fake.admin.faults.add({ operation, ...fault });
  return `${fake.origin}/v1`;
}

const send = (url: string, method = 'GET', body?: string, key = KEY) => sendRequest(method, url, key, body);

/** Sends what a storefront sends in a day: it lists, updates, corrects a mistake, updates a missing pet, and signs in late. */
async function shop(baseUrl: string): Promise<void> {
  await send(`${baseUrl}/inventory`, 'GET', undefined, '');
  await send(`${baseUrl}/inventory`);
  await send(`${baseUrl}/inventory/1`, 'PATCH', '{"quantity":"three"}');
  await send(`${baseUrl}/inventory/1`, 'PATCH', '{"quantity":3}');
  await send(`${baseUrl}/inventory/987654321`, 'PATCH', '{"quantity":3}');
  await Promise.all([send(`${baseUrl}/inventory`), send(`${baseUrl}/store/orders`)]);
  await send(`${baseUrl}/messages`, 'POST', '{"message":"Two cats, please."}');
  await send(`${baseUrl}/messages`, 'POST', '{"message":"Two cats');
  await send(`${baseUrl}/inventory`);
}

async function violatedBy(observed: ObservedPetstore): Promise<string[]> {
  await observed.settled();
  return [...new Set(observed.violations().map(({ rule }) => rule))].sort();
}

test('the fake conforms, and the storefront is well-mannered', async () => {
  const observed = observing(await serveFaulty());
  await shop(observed.baseUrl);
  await observed.expectConformance();
  expect(observed.exchanges).toHaveLength(10);
  expect(petstoreMatchers.toBeWellMannered(observed).pass).toBe(true);
});

test.each<[string, FaultTarget, Fault, readonly string[]]>([
  [
    'a list that is not JSON',
    'listInventory',
    { body: 'malformed' },
    ['body/json', 'errors/shape', 'inventory/list-shape'],
  ],
  ['orders that are not JSON', 'listOrders', { body: 'malformed' }, ['body/json', 'orders/answers']],
  ['a truncated body', 'listInventory', { body: 'truncated' }, []],
  ['a teapot', 'listInventory', { status: 418 }, ['auth/required/listInventory', 'status/documented']],
  ['no permission', 'updateInventory', { status: 401 }, []],
  ['an overload', 'any', { status: 503 }, ['status/documented']],
  ['a reset connection', 'listOrders', { network: 'reset' }, []],
])('reports exactly the rules that a fault violates: %s', async (_, target, fault, rules) => {
  const observed = observing(await serveFaulty([target, fault]));
  await shop(observed.baseUrl).catch(() => {});
  expect(await violatedBy(observed)).toEqual(rules);
});

test.each<[string, string, readonly string[]]>([
  ['a rate-limit header', 'x-ratelimit-reset', ['limits/headers-present']],
  ['the content type', 'content-type', ['body/content-type']],
])('reports exactly the rules that a gateway violates: %s', async (_, taken, rules) => {
  const petstore = createPetstore({ pets: 5 });
  const gateway = await serveByHand(async (incoming, outgoing) => {
    const { method, url, headers, body } = await readRequest(incoming);
    const path = new URL(url).pathname;
    const response = petstore.handle({ method, path, headers, body: new TextEncoder().encode(body ?? '') });
    const remaining = Object.entries(response.headers).filter(([name]) => name.toLowerCase() !== taken);
    outgoing.sendDate = false;
    outgoing.writeHead(response.status, remaining.flat()).end(response.body);
  });
  onTestFinished(() => gateway.close());
  const observed = observing(gateway.baseUrl);
  await shop(observed.baseUrl);
  expect(await violatedBy(observed)).toEqual(rules);
});
