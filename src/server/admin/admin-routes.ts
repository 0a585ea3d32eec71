import type { Clock } from '../../../mocks/clock.js';
import type { World } from '../../../mocks/world.js';
import { InputError } from '../../validation/input-error.js';
import { readAdminBody } from './admin-body.js';

interface AdminContext {
  readonly world: World;
  readonly version: string;
  readonly uptimeSeconds: () => number;
}

export interface AdminRoute {
  readonly method: 'GET' | 'POST';
  /** Path below `/__admin`. */
  readonly path: string;
  /** Answers what becomes the JSON of a 200. Throws an InputError for a body that cannot be used: that becomes a 400. */
  readonly run: (context: AdminContext, body: Uint8Array) => object;
}

/** Everything that the admin API can do. */
export const adminRoutes: readonly AdminRoute[] = [
  { method: 'GET', path: '/health', run: tellHealth },
  { method: 'GET', path: '/clock', run: ({ world }) => tellClock(world.clock) },
  { method: 'POST', path: '/clock/advance', run: advanceClock },
  { method: 'POST', path: '/clock/set', run: setClock },
];

function tellHealth({ world, version, uptimeSeconds }: AdminContext): object {
  return { status: 'ok', version, uptimeSeconds: uptimeSeconds(), baseUrl: world.addresses.base.url };
}

function tellClock(clock: Clock): object {
  return { now: new Date(clock.now()).toISOString(), mode: clock.mode };
}

function advanceClock({ world }: AdminContext, body: Uint8Array): object {
  const { by } = readAdminBody(body, 'Advancing the clock', { by: '61s' });
  if (typeof by !== 'string' && typeof by !== 'number') {
    throw new InputError('Advancing the clock', '/by must be a text or a number of milliseconds', 'Try {"by":"61s"}.');
  }
  world.clock.advance(by);
  return tellClock(world.clock);
}

function setClock({ world }: AdminContext, body: Uint8Array): object {
  const { to } = readAdminBody(body, 'Setting the clock', { to: '2027-12-31T00:00:00Z' });
  if (typeof to !== 'string') {
    throw new InputError('Setting the clock', '/to must be a text', 'Try {"to":"2027-12-31T00:00:00Z"}.');
  }
  world.clock.set(to);
  return tellClock(world.clock);
}
