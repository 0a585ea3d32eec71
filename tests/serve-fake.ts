import type { FakeService } from '../mocks/operations/operation.js';
import { World } from '../mocks/world.js';
import type { WorldOptions } from '../mocks/world-options.js';
import type { AdminClient } from '../src/admin/client/admin-client.js';
import { createAdminClient } from '../src/admin/client/create-admin-client.js';
import { journalJudges, PAGE_FOLDER } from '../src/cli/serving.js';
import { openControlRoom } from '../src/server/admin/open-control-room.js';
import { type RunningServer, type ServerOptions, startServer } from '../src/server/start-server.js';
import type { WorldBounds } from '../src/server/worlds/worlds.js';

export const TOKEN = 'Zutritt-4711-zum-Leitstand';
const HOST = '127.0.0.1';

interface CallOptions {
  /** The API key; null sends none. */
  readonly key?: string | null;
  readonly json?: object;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ServedFake {
  readonly server: RunningServer;
  readonly admin: AdminClient;
  /** Such as `http://127.0.0.1:4290`. */
  readonly origin: string;
  /** URL of the page, with the token in its fragment. */
  readonly address: string;
  /** Sends a request as an app does: `call('GET /inventory')`. Rejects if the connection is reset. */
  call(line: string, options?: CallOptions): Promise<CallAnswer>;
  /** Rejects with the first bug that a request met, if any. */
  close(): Promise<void>;
}

interface ServeOptions extends WorldOptions {
  readonly port?: number;
  readonly worlds?: WorldBounds;
  readonly store?: ServerOptions['store'];
  /** Another service than that of the document. */
  readonly fake?: FakeService;
}

/** Serves a fake and its control room on a port: from the sources, except the page. */
export async function serveFake({ port = 0, worlds, store, fake, ...options }: ServeOptions = {}): Promise<ServedFake> {
  const bugs: unknown[] = [];
  const onBug = (bug: unknown) => bugs.push(bug);
  const server = await startServer({
    port,
    host: HOST,
    createWorld: (origin, own, links) =>
      new World({ baseUrl: `${origin}/v1`, onBug, ...options, ...own }, { ...links, fake }),
    log: { request: undefined, bug: onBug },
    admin: (worlds, readStore) =>
      openControlRoom({
        version: '1.2.3',
        mode: { kind: 'fake', worlds, readStore },
        ...journalJudges(),
        token: TOKEN,
        host: HOST,
        allowedHosts: [],
        pageFolder: PAGE_FOLDER,
      }),
    ...(worlds && { worlds }),
    store,
    // No test sends a request while it closes its fake.
    timeouts: { graceMs: 0 },
  });
  return {
    server,
    admin: createAdminClient({ url: server.url, token: TOKEN }),
    origin: server.origin,
    address: `${server.origin}/__admin/ui#token=${TOKEN}`,
    async call(line, { key = 'test_free', json } = {}) {
      const [method = '', path] = line.split(' ');
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          ...(key !== null && { Authorization: `Bearer ${key}` }),
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    async close() {
      await server.close();
      if (bugs.length > 0) throw bugs[0];
    },
  };
}
