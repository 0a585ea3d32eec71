import { handle } from '../../../mocks/handle.js';
import { completeRequest } from '../../../mocks/petstore.js';
import { World } from '../../../mocks/world.js';
import type { WorldOptions } from '../../../mocks/world-options.js';
import { type WorldBounds, Worlds } from './worlds.js';

export const NOON_MS = Date.parse('2026-11-21T12:00:00Z');

/** Worlds of three pets, by a clock that a test moves: at noon at first. `tick` is what happens between two looks for idle ones. */
export function openWorlds(options: WorldBounds & { readonly world?: WorldOptions } = {}) {
  const clock = { nowMs: NOON_MS };
  const ticking = new Set<() => void>();
  const worlds = new Worlds({
    ...options,
    createWorld: (own, links) => new World({ clock: '2026-11-21T12:00:00Z', pets: 3, ...options.world, ...own }, links),
    now: () => clock.nowMs,
    every: (run) => {
      ticking.add(run);
      return () => ticking.delete(run);
    },
  });
  const tick = () => {
    for (const run of ticking) run();
  };
  return { worlds, clock, tick, ticking };
}

/** The headers of a request that sends these values of Authorization. */
export function sending(...authorizations: string[]) {
  return { headers: authorizations.map((value) => ['authorization', value] as const) };
}

/** What `GET /inventory` with a key is answered in the world that it leads to. */
export function list({ worlds }: Pick<ReturnType<typeof openWorlds>, 'worlds'>, key: string) {
  const headers = { Authorization: `Bearer ${key}` };
  const request = completeRequest({ method: 'GET', path: '/v1/inventory', headers });
  return handle(request, worlds.of(request).world);
}
