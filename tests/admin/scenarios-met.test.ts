// Long: a client on a port meets every scenario as it is described.
import { expect, onTestFinished, test } from 'vitest';
import { type CallAnswer, type ServedFake, serveFake } from '../serve-fake.js';
import { lasts, outcomes } from './clients-of-faults.js';

type Call = ServedFake['call'];

async function servedFake(): Promise<ServedFake> {
  const fake = await serveFake({ clock: '2026-11-21T12:00:00Z', pets: 3 });
  onTestFinished(() => fake.close());
  return fake;
}

/** Each scenario, and a check that a client meets it. */
const scenarios: Readonly<Record<string, (call: Call) => Promise<boolean>>> = {
  'empty-store': async (call) => (await call('GET /inventory')).text === '[]',
  'sold-out': async (call) => {
    const pets = JSON.parse((await call('GET /inventory')).text) as { quantity: number; status: string }[];
    return pets.length === 3 && pets.every(({ quantity, status }) => quantity === 0 && status === 'sold');
  },
  'rate-limited': async (call) => isLimited(await call('GET /inventory'), 60),
  banned: async (call) => isLimited(await call('GET /inventory'), 300),
  'key-revoked': async (call) => (await call('GET /inventory')).status === 401,
  slow: (call) => lasts(2_000, call('GET /inventory')),
  flaky: async (call) => {
    const met = new Set(await outcomes(call, 60));
    return met.has(200) && met.has(503) && met.has('none');
  },
  down: async (call) => (await outcomes(call, 5)).every((outcome) => outcome === 'none'),
  'after-sunset': async (call) => {
    const { headers } = await call('GET /pets/1');
    return Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('sunset') ?? '') === 1_000;
  },
  'large-catalogue': async (call) => JSON.parse((await call('GET /inventory')).text).length === 10_000,
};

test.each(Object.entries(scenarios))('a client meets the scenario %s', async (name, isMet) => {
  const { admin, call } = await servedFake();
  await admin.scenarios.play({ name });
  expect(await isMet(call)).toBe(true);
});

test('every scenario is tested', async () => {
  const { admin } = await servedFake();
  const { items } = await admin.scenarios.list();
  expect(Object.keys(scenarios)).toEqual(items.map(({ name }) => name));
});

function isLimited({ status, headers }: CallAnswer, retryAfter: number): boolean {
  return status === 429 && headers.get('retry-after') === String(retryAfter);
}
