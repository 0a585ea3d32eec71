import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { edges } from './edges.js';
import { bearer } from './scenarios.js';

const HOUR_MS = 3_600_000;
const headers = { ...bearer('test_pro'), 'Content-Type': 'application/json' };

it.each(Object.entries(edges))('a delayed response does not block others through %s', async (_, start) => {
  const { origin, worlds, fetch, close } = await start({ pets: 3 });
  try {
    for (const { faults } of worlds) faults.always('listInventory', { delayMs: HOUR_MS });
    const abort = new AbortController();
    const slow = fetch(`${origin}/v1/inventory`, { headers, signal: abort.signal });
    expect((await fetch(`${origin}/v1/store/orders`, { headers })).status).toBe(200);
    abort.abort();
    await expect(slow).rejects.toThrow('aborted');
  } finally {
    await close();
  }
});

it.each(Object.entries(edges))('executes a delayed update on arrival through %s', async (_, start) => {
  const { origin, worlds, fetch, close } = await start({ pets: 3 });
  try {
    for (const { faults } of worlds) faults.next('updateInventory', { delayMs: HOUR_MS });
    const abort = new AbortController();
    const patch = { method: 'PATCH', headers, body: '{"quantity":777}', signal: abort.signal };
    const rejected = expect(fetch(`${origin}/v1/inventory/1`, patch)).rejects.toThrow('aborted');
    while (worlds.some(({ inventory }) => inventory.get('1')?.quantity !== 777)) await setImmediate();
    abort.abort();
    await rejected;
  } finally {
    await close();
  }
});
