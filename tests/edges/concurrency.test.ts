// Long: overlapping updates are executed one after another through every edge.
import { expect, it } from 'vitest';
import type { World } from '../../mocks/world.js';
import type { InventoryItem } from '../../src/service/schemas.js';
import { edges } from './edges.js';
import { bearer } from './scenarios.js';

const headers = { ...bearer('test_business'), 'Content-Type': 'application/json' };

it.each(Object.entries(edges))('executes overlapping updates one after another through %s', async (_, start) => {
  const { origin, worlds, fetch, close } = await start({ pets: 3 });
  // All servers of one fake do the same.
  const [world] = worlds as [World];
  const setQuantity = world.inventory.setQuantity.bind(world.inventory);
  const stored: number[] = [];
  Object.assign(world.inventory, {
    setQuantity(petId: string, quantity: number) {
      stored.push(quantity);
      return setQuantity(petId, quantity);
    },
  });
  const url = `${origin}/v1/inventory`;
  const list = async () => (await (await fetch(url, { headers })).json()) as InventoryItem[];
  const update = async (quantity: number) => {
    const body = JSON.stringify({ quantity });
    const response = await fetch(`${url}/2`, { method: 'PATCH', headers, body });
    return ((await response.json()) as InventoryItem).quantity;
  };
  try {
    const before = (await list())[1]?.quantity;
    const quantities = Array.from({ length: 50 }, (_, index) => 1_000 + index);
    const [responded, lists] = await Promise.all([
      Promise.all(quantities.map(update)),
      Promise.all(quantities.map(list)),
    ]);
    expect(responded).toEqual(quantities);
    expect(stored.toSorted()).toEqual(quantities);
    for (const [, pet] of lists) expect([before, ...quantities]).toContain(pet?.quantity);
    expect((await list())[1]?.quantity).toBe(stored.at(-1));
  } finally {
    await close();
  }
});
