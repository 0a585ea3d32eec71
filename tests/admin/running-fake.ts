import { onTestFinished } from 'vitest';
import type { WorldBounds } from '../../src/server/worlds/worlds.js';
import { serveFake, TOKEN } from '../serve-fake.js';

/** Serves a fake of three pets on a port, its time standing at noon, until the test ends; and a client that steers it. */
export async function startFake(worlds: WorldBounds = {}) {
  const { server, admin, call, close } = await serveFake({ clock: '2026-11-21T12:00:00Z', pets: 3, worlds });
  onTestFinished(close);
  /** Asks the service, as an app does. */
  const ask = (key: string, line = 'GET /inventory', json?: object) => call(line, { key, ...(json && { json }) });
  /** Mints a key with a world of its own. */
  const openWorld = async () => {
    const world = await admin.worlds.open({ plan: 'pro' });
    return { key: world.key, id: world.worldId, world };
  };
  return { server, admin, ask, openWorld, token: TOKEN };
}
