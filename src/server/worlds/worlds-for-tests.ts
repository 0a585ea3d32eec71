import { onTestFinished, vi } from 'vitest';
import { handle } from '../../../mocks/handle.js';
import { completeRequest } from '../../../mocks/petstore.js';
import { World } from '../../../mocks/world.js';
import type { WorldOptions } from '../../../mocks/world-options.js';
import { type WorldBounds, Worlds } from './worlds.js';

export const NOON_MS = Date.parse('2026-11-21T12:00:00Z');

/** Opens worlds of three pets under fake timers, at noon. Setting `clock.nowMs` runs no timer. */
export function openWorlds(options: WorldBounds & { readonly world?: WorldOptions } = {}) {
  vi.useFakeTimers({ now: NOON_MS, toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = {
    get nowMs() {
      return Date.now();
    },
    set nowMs(ms) {
      vi.setSystemTime(ms);
    },
  };
  const worlds = new Worlds({
    ...options,
    createWorld: (own, links) => new World({ clock: '2026-11-21T12:00:00Z', pets: 3, ...options.world, ...own }, links),
  });
  return { worlds, clock };
}

/** The headers of a request that sends these values of Authorization. */
export function sending(...authorizations: string[]) {
  return { headers: authorizations.map((value) => ['authorization', value] as const) };
}

/** The response to `GET /inventory` with a key, in that key's world. */
export function list({ worlds }: Pick<ReturnType<typeof openWorlds>, 'worlds'>, key: string) {
  const headers = { Authorization: `Bearer ${key}` };
  const request = completeRequest({ method: 'GET', path: '/v1/inventory', headers });
  const found = worlds.find(request);
  if ('problem' in found) throw new Error(found.problem);
  return handle(request, found.world);
}
