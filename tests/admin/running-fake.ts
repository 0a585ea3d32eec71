import { onTestFinished } from 'vitest';
import { createWorld } from '../../mocks/world.js';
import { createAdminClient } from '../../src/admin/client/create-admin-client.js';
import { judgeManners } from '../../src/cli/judge-manners.js';
import { openControlRoom } from '../../src/server/admin/open-control-room.js';
import { startServer } from '../../src/server/start-server.js';
import type { WorldBounds } from '../../src/server/worlds/worlds.js';

const TOKEN = 'local-admin';
const HOST = '127.0.0.1';

/** Serves a fake of three pets on a port, its time standing at noon, and a client that steers it. */
export async function startFake(bounds: WorldBounds = {}) {
  const bugs: unknown[] = [];
  const server = await startServer({
    port: 0,
    host: HOST,
    createWorld: (origin, own, links) =>
      createWorld(
        { baseUrl: `${origin}/v1`, clock: '2026-11-21T12:00:00Z', pets: 3, onBug: (bug) => bugs.push(bug), ...own },
        links,
      ),
    log: { request: undefined, bug: (bug) => bugs.push(bug) },
    admin: (worlds) =>
      openControlRoom({
        worlds,
        version: '1.2.3',
        judgeManners,
        token: TOKEN,
        host: HOST,
        allowedHosts: [],
        pageFolder: 'dist/dashboard',
      }),
    worlds: bounds,
  });
  onTestFinished(async () => {
    await server.close();
    if (bugs.length > 0) throw bugs[0];
  });
  const admin = createAdminClient({ url: server.url, token: TOKEN });
  /** Asks the service, as an app does. */
  const ask = async (key: string, line = 'GET /inventory', body?: object) => {
    const [method = '', path] = line.split(' ');
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };
  /** Mints a key with a world of its own. */
  const openWorld = async () => {
    const world = await admin.worlds.open({ plan: 'pro' });
    return { key: world.key, id: world.worldId, world };
  };
  return { server, admin, ask, openWorld, token: TOKEN };
}
