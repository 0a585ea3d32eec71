import { readFileSync } from 'node:fs';
import { setupServer } from 'msw/node';
import { Agent, fetch as undiciFetch } from 'undici';
import { vi } from 'vitest';
import { unhandledRequests } from '../../mocks/edges/msw/unhandled-requests.js';
import { createHandlers } from '../../mocks/handlers.js';
import type { FakeService } from '../../mocks/operations/operation.js';
import { World } from '../../mocks/world.js';
import type { WorldOptions } from '../../mocks/world-options.js';
import { parseStoreAddress } from '../../src/server/shared-store/connection.js';
import { openSharedStore, type SharedStore } from '../../src/server/shared-store/shared-store.js';
import { StoreForTests } from '../../src/server/shared-store/store-for-tests.js';
import { startServer } from '../../src/server/start-server.js';
import type { TlsIdentity } from '../../src/server/tls-server.js';

export interface RunningEdge {
  /** Scheme, host and port, without a path. */
  readonly origin: string;
  /** The world, on every server that serves it. */
  readonly worlds: readonly World[];
  /** Trusts the certificate of the edge, and speaks its version of HTTP. */
  readonly fetch: typeof fetch;
  /** Waits until all servers have done the same. */
  settled?(): Promise<void>;
  close(): Promise<void>;
}

const read = (name: string) => readFileSync(new URL(`../certificates/${name}`, import.meta.url), 'utf8');
const testIdentity: TlsIdentity = { cert: read('localhost.cert.pem'), key: read('localhost.key.pem') };

/** Every edge of the fake, by name: each serves its own world under `/v1`. */
export const edges: Readonly<Record<string, (options: WorldOptions, fake?: FakeService) => Promise<RunningEdge>>> = {
  async MSW(options, fake) {
    const origin = 'http://petstore.test';
    const world = new World({ ...options, baseUrl: `${origin}/v1` }, { fake });
    const server = setupServer(...createHandlers(world));
    server.listen(unhandledRequests('error'));
    return { origin, worlds: [world], fetch, close: async () => server.close() };
  },
  HTTP: async (options, fake) => ({ ...(await startPort(options, { fake })), fetch }),
  'HTTPS over HTTP/1.1': (options, fake) => startTls(options, fake, false),
  'HTTP/2': (options, fake) => startTls(options, fake, true),
  async 'two servers that are one fake'(options, fake) {
    const store = new StoreForTests(Date.now());
    const servers = await Promise.all(
      [1, 2].map(async () => startPort(options, { fake, store: await joinStore(store) })),
    );
    const [{ origin }] = servers as [RunningEdge, RunningEdge];
    const worlds = servers.flatMap((server) => server.worlds);
    let turn = 0;
    return {
      origin,
      worlds,
      // To each in turn.
      fetch: (url, init) => fetch(String(url).replace(origin, servers[turn++ % 2]?.origin ?? ''), init),
      async settled() {
        const [one, other] = worlds as [World, World];
        await vi.waitUntil(() => one.journal.latest === other.journal.latest, { interval: 1 });
      },
      close: async () => void (await Promise.all(servers.map((server) => server.close()))),
    };
  },
};

function joinStore(store: StoreForTests): Promise<SharedStore> {
  const address = parseStoreAddress('redis://127.0.0.1', 'the test');
  const connectTo = async () => store.connect();
  return openSharedStore({ address, terms: {}, connectTo });
}

async function startTls(options: WorldOptions, fake: FakeService | undefined, allowH2: boolean): Promise<RunningEdge> {
  const { close, ...edge } = await startPort(options, { fake, tls: testIdentity });
  const dispatcher = new Agent({ allowH2, connect: { ca: testIdentity.cert } });
  const send = (url: string, init: object) => undiciFetch(url, { ...init, dispatcher });
  return {
    ...edge,
    fetch: send as unknown as typeof fetch,
    close: async () => {
      await dispatcher.destroy();
      await close();
    },
  };
}

async function startPort(
  options: WorldOptions,
  {
    fake,
    tls,
    store,
  }: {
    readonly fake?: FakeService | undefined;
    readonly tls?: TlsIdentity;
    readonly store?: SharedStore;
  } = {},
): Promise<Omit<RunningEdge, 'fetch'>> {
  const { origin, world, close } = await startServer({
    port: 0,
    // The certificate is made out to this name.
    host: tls === undefined ? '127.0.0.1' : 'localhost',
    timeouts: { graceMs: 0 },
    createWorld: (origin, _own, links) => new World({ ...options, baseUrl: `${origin}/v1` }, { ...links, fake }),
    log: { request: undefined, bug: (bug) => options.onBug?.(bug) },
    tls,
    store,
  });
  return { origin, worlds: [world], close };
}
