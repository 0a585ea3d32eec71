// Long: observing accuses none of all conformant services, and catches faults that an application triggers.
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHar } from '../../src/exchange/read-har.js';
import { petstoreMatchers } from '../../src/matchers/petstore-matchers.js';
import { type ObservedPetstore, observePetstore } from '../../src/observe/observe-petstore.js';
import type { ObserveOptions } from '../../src/observe/observe-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY, type Service } from '../conformant-service/service.js';
import { clientFaults } from '../faulty-services/client-faults.js';
import { connectionFaults } from '../faulty-services/connection-faults.js';
import { conformantVariations, faultyServices } from '../faulty-services/faulty-services.js';
import { type HandWrittenService, serveByHand } from './hand-written-service.js';
import { sendRequest } from './send-request.js';

let host: HandWrittenService;
let service: Service;

beforeAll(async () => {
  host = await serveByHand(async (incoming, outgoing) => {
    const { status, headers, body } = service.handle(await readRequest(incoming), Date.now());
    outgoing.sendDate = false;
    outgoing.writeHead(status, headers.flat());
    outgoing.end(body);
  });
});
afterAll(() => host.close());

/** Observes a service while an application uses it. */
async function observing(served: Service, options: Partial<ObserveOptions> = {}): Promise<ObservedPetstore> {
  service = served;
  const messagesUrl = `${host.origin}${served.messagesBasePath}`;
  const observed = observePetstore({ baseUrl: host.baseUrl, messagesUrl, ...options });
  const server = setupServer(...observed.handlers);
  server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as object);
  try {
    await useShop(host.baseUrl, messagesUrl);
    await observed.settled();
  } finally {
    server.close();
  }
  return observed;
}

async function useShop(baseUrl: string, messagesUrl: string): Promise<void> {
  const send = (method: string, url: string, body?: string, key = GOOD_KEY) => sendRequest(method, url, key, body);
  const list = await send('GET', `${baseUrl}/inventory`);
  const petId = /"petId":\s*(-?\d+)/.exec(list)?.[1] ?? '1';
  await send('GET', `${baseUrl}/inventory`, undefined, '');
  await send('PATCH', `${baseUrl}/inventory/${petId}`, '{"quantity":3}');
  await send('PATCH', `${baseUrl}/inventory/${petId}`, '{"quantity":"three"}');
  await send('PATCH', `${baseUrl}/inventory/${petId}`, '{"quantity"');
  await send('PATCH', `${baseUrl}/inventory/987654321`, '{"quantity":3}');
  await send('GET', `${baseUrl}/pets/${petId}`);
  await send('GET', `${baseUrl}/store/orders`);
  await send('POST', `${messagesUrl}/messages`, '{"message":"Two cats, please."}');
  await send('GET', `${baseUrl}/inventory`);
}

test.each(conformantVariations)('reports no violation of a conformant service: $name', async ({ make }) => {
  const observed = await observing(make());
  expect(observed.violations()).toEqual([]);
  expect(observed.exchanges).toHaveLength(10);
  await observed.expectConformance();
});

/** Faults that this application triggers, by rule; it does not decline compression, and is one client. */
const FOUND = faultyServices.filter(
  ({ name, caughtBy, seenAt }) =>
    seenAt !== 'exhaust' &&
    !/accept no compression|messages that are rejected/.test(name) &&
    !Object.hasOwn({ ...clientFaults, ...connectionFaults }, name) &&
    [
      'body/',
      'errors/',
      'limits/headers-present',
      'limits/well-formed',
      'inventory/list-shape',
      'update/rejects/string',
    ].some((rule) => caughtBy[0].startsWith(rule)),
);

test('catches the faults that an application triggers', async () => {
  const caught: string[] = [];
  for (const { name, make, caughtBy } of FOUND) {
    const found = (await observing(make())).violations().map(({ rule }) => rule);
    if (found.some((rule) => caughtBy.includes(rule))) caught.push(name);
  }
  expect(FOUND.length).toBeGreaterThan(50);
  expect(FOUND.map(({ name }) => name).filter((name) => !caught.includes(name))).toEqual([]);
});

test('reports violations so that anybody can reproduce them', async () => {
  const [faulty] = faultyServices.filter(({ caughtBy }) => caughtBy[0] === 'limits/headers-present');
  const observed = await observing(faulty?.make() as Service);
  const report = await observed.expectConformance().catch((error: Error) => error.message);
  expect(report).toContain(`${host.baseUrl} violated 1 rule in 10 requests:`);
  expect(report).toContain('✗ limits/headers-present  Every response carries the three rate-limit headers');
  expect(report).toContain('§8.1 “');
  expect(report).toMatch(/Z {2}#\d+ \w+ \/v1\/\S+ → \d+ {2}(?:key#1|no key)/);
  expect(report).toMatch(/try {7}curl -i -H "Authorization: Bearer \$PETSTORE_API_KEY".* 'http:\/\/127/);
  expect(report).toContain("expectConformance({ except: ['limits/headers-present'] })");
  expect(report).not.toContain(GOOD_KEY);
  await observed.expectConformance({ except: ['limits/headers-present'] });
});

test('is a transcript for the matchers, and for check --from', async () => {
  const observed = await observing(conformantVariations[0]?.make() as Service);
  const { pass, message } = petstoreMatchers.toBeWellMannered(observed);
  expect([pass, message()]).toEqual([false, expect.stringContaining('violated 1 rule of manners')]);
  const except = ['manners/leaves-deprecated-operations'];
  expect(petstoreMatchers.toBeWellMannered(observed, { except }).pass).toBe(true);
  expect(observed.manners().filter(({ outcome }) => outcome === 'violation')).toMatchObject([
    { rule: { id: except[0] } },
  ]);
  expect(petstoreMatchers.toHaveCalled(observed, 'listInventory', { times: 3 }).pass).toBe(true);
  const again = readHar(observed.har(), 'observed.har');
  expect(again).toEqual({ exchanges: observed.exchanges, run: undefined });
});

test('does not report conformance if exchanges were dropped', async () => {
  const observed = await observing(conformantVariations[0]?.make() as Service, { journalLimit: 3 });
  expect([observed.exchanges.length, observed.dropped]).toEqual([3, 7]);
  await expect(observed.expectConformance()).rejects.toThrow(
    'conformance is not shown: older exchanges were dropped (7)',
  );
});
