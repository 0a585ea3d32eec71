import { expect, it } from 'vitest';
import type { InventoryItem } from '../../src/spec/schemas.js';
import { edges } from './edges.js';
import { bearer } from './scenarios.js';

const headers = { ...bearer('test_business'), 'Content-Type': 'application/json' };

it.each(Object.entries(edges))('takes updates that cross each other one after another through %s', async (_, start) => {
  const { origin, close } = await start({ pets: 3 });
  const url = `${origin}/v1/inventory`;
  const list = async () => (await (await fetch(url, { headers })).json()) as InventoryItem[];
  const update = async (quantity: number) => {
    const body = JSON.stringify({ quantity });
    const response = await fetch(`${url}/2`, { method: 'PATCH', headers, body });
    return ((await response.json()) as InventoryItem).quantity;
  };
  try {
    const quantities = Array.from({ length: 50 }, (_, index) => 1_000 + index);
    const [answered, lists] = await Promise.all([
      Promise.all(quantities.map(update)),
      Promise.all(quantities.map(list)),
    ]);
    expect(answered).toEqual(quantities);
    for (const items of lists) expect(items.map(({ petId }) => petId)).toEqual([1, 2, 3]);
    expect(quantities).toContain((await list())[1]?.quantity);
  } finally {
    await close();
  }
});
