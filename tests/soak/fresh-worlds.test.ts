// Long: nothing of a fake is left in memory after its test.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll } from 'vitest';
import { expect, test } from '../../src/entries/vitest.js';
import type { InventoryItem } from '../../src/service/schemas.js';

/** `npm run soak` sets it to 5,000. */
const count = Number(process.env.SOAK_TESTS ?? 40);

/** A few may still be held by what runs at the moment. */
const MOST_HELD = 3;

/** Timers of vitest and of fetch are there for a moment, on a busy machine for a longer one. */
const MOST_PATIENCE_MS = 60_000;

const fakes: WeakRef<object>[] = [];
let before: Figures;

interface Figures {
  readonly heapMb: number;
  /** What keeps the process alive: timers, sockets, ports. */
  readonly open: readonly string[];
}

beforeAll(async () => {
  before = await measure();
});

// The tests' own server has gone when this runs last; what they leave behind is seen.
afterAll(async () => {
  const untilMs = performance.now() + MOST_PATIENCE_MS;
  let after = await measure();
  while (leftIn(after).length > 0 && performance.now() < untilMs) after = await measure();
  const held = fakes.filter((fake) => fake.deref() !== undefined).length;
  if (count > 1_000) {
    const heap = `heap ${before.heapMb.toFixed(1)} MB before, ${after.heapMb.toFixed(1)} MB after`;
    console.info(`${count} tests: ${held} fakes still held, ${heap}, open: ${after.open.join(', ') || 'nothing'}`);
  }
  expect(fakes).toHaveLength(count);
  expect(held).toBeLessThanOrEqual(MOST_HELD);
  expect(leftIn(after)).toEqual([]);
});

for (let index = 0; index < count; index++) {
  test(`world ${index} is fresh`, async ({ petstore }) => {
    fakes.push(new WeakRef(petstore));
    const url = `${petstore.baseUrl}/inventory`;
    const headers = { Authorization: 'Bearer test_free', 'Content-Type': 'application/json' };
    const list = async () => (await (await fetch(url, { headers })).json()) as InventoryItem[];

    expect(petstore.limits.get('test_free').minute.remaining).toBe(60);
    expect(petstore.journal.exchanges).toEqual([]);
    expect((await list())[0]).toMatchObject({ petId: 1, quantity: petstore.inventory.get(1)?.quantity });

    const quantity = 1_000_000 + index;
    await fetch(`${url}/1`, { method: 'PATCH', headers, body: JSON.stringify({ quantity }) });
    expect((await list())[0]?.quantity).toBe(quantity);
    expect(petstore).toHaveCalled('updateInventory', { times: 1, body: { quantity } });
  });
}

/** What is open that was not open before. What other files had left open may be gone by now. */
function leftIn({ open }: Figures): string[] {
  const known = [...before.open];
  return open.filter((kind) => {
    const index = known.indexOf(kind);
    if (index !== -1) known.splice(index, 1);
    return index === -1;
  });
}

async function measure(): Promise<Figures> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What a weak reference has shown stays until the turn is over.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  return { heapMb: process.memoryUsage().heapUsed / 1e6, open: process.getActiveResourcesInfo() };
}
