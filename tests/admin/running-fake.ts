import { onTestFinished } from 'vitest';
import type { WorldBounds } from '../../src/server/worlds/worlds.js';
import { serveFake, TOKEN } from '../serve-fake.js';

/** Serves a fake of three pets on a port at noon until the test ends, with an admin client. */
export async function startFake(worlds: WorldBounds = {}) {
  const { server, admin, call, close } = await serveFake({ clock: '2026-11-21T12:00:00Z', pets: 3, worlds });
  onTestFinished(close);
  /** Sends a request to the service, as an app does. */
  const ask = (key: string, line = 'GET /inventory', json?: object) => call(line, { key, ...(json && { json }) });
  /** Mints a key with its own world. */
  const openWorld = async () => {
    const world = await admin.worlds.open({ plan: 'pro' });
    return { key: world.key, id: world.worldId, world };
  };
  return { server, admin, ask, openWorld, token: TOKEN };
}
