import { readFileSync } from 'node:fs';
import { setupServer } from 'msw/node';
import { Agent, fetch as undiciFetch } from 'undici';
import { unhandledRequests } from '../../mocks/edges/msw/unhandled-requests.js';
import { createHandlers } from '../../mocks/handlers.js';
import { World } from '../../mocks/world.js';
import type { WorldOptions } from '../../mocks/world-options.js';
import { startServer } from '../../src/server/start-server.js';
import type { TlsIdentity } from '../../src/server/tls-server.js';

export interface RunningEdge {
  /** Scheme, host and port, without a path. */
  readonly origin: string;
  readonly world: World;
  /** Trusts the certificate of the edge, and speaks its version of HTTP. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

const read = (name: string) => readFileSync(new URL(`../certificates/${name}`, import.meta.url), 'utf8');
const testIdentity: TlsIdentity = { cert: read('localhost.cert.pem'), key: read('localhost.key.pem') };

/** Every edge of the fake, by name: each serves its own world under `/v1`. */
export const edges: Readonly<Record<string, (options: WorldOptions) => Promise<RunningEdge>>> = {
  async MSW(options) {
    const origin = 'http://petstore.test';
    const world = new World({ ...options, baseUrl: `${origin}/v1` });
    const server = setupServer(...createHandlers(world));
    server.listen(unhandledRequests('error'));
    return { origin, world, fetch, close: async () => server.close() };
  },
  HTTP: async (options) => ({ ...(await startPort(options)), fetch }),
  'HTTPS over HTTP/1.1': (options) => startTls(options, false),
  'HTTP/2': (options) => startTls(options, true),
};

async function startTls(options: WorldOptions, allowH2: boolean): Promise<RunningEdge> {
  const { close, ...edge } = await startPort(options, testIdentity);
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

async function startPort(options: WorldOptions, tls?: TlsIdentity): Promise<Omit<RunningEdge, 'fetch'>> {
  const { origin, world, close } = await startServer({
    port: 0,
    // The certificate is made out to this name.
    host: tls === undefined ? '127.0.0.1' : 'localhost',
    createWorld: (origin) => new World({ ...options, baseUrl: `${origin}/v1` }),
    log: { request: undefined, bug: (bug) => options.onBug?.(bug) },
    tls,
  });
  return { origin, world, close };
}
