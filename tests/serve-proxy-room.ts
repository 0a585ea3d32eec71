import { World } from '../mocks/world.js';
import { journalJudges, PAGE_FOLDER } from '../src/cli/serving.js';
import { openTrafficLog } from '../src/observe/traffic-log.js';
import { openControlRoom } from '../src/server/admin/open-control-room.js';
import { startServer } from '../src/server/start-server.js';
import { SHARED, TrafficMeter } from '../src/server/worlds/request-source.js';
import { TOKEN } from './serve-fake.js';

const HOST = '127.0.0.1';

/** One exchange as a proxy records it; without a status, no response. */
interface Pass {
  readonly method?: string;
  readonly path?: string;
  readonly key?: string | null;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly failure?: string;
  readonly cutBy?: 'service' | 'client';
  /** Default 84. */
  readonly tookMs?: number;
}

/** Opens the control room of a proxy in front of `upstream`. `pass` records an exchange. */
export async function serveProxyRoom(upstream = 'https://staging.petstore.example/v1') {
  const bugs: unknown[] = [];
  const onBug = (bug: unknown) => bugs.push(bug);
  const log = openTrafficLog({ baseUrl: upstream, limit: 2_000 });
  const traffic = new TrafficMeter();
  const source = { id: SHARED, log, traffic, clock: Date, onBug };
  const server = await startServer({
    port: 0,
    host: HOST,
    timeouts: { graceMs: 0 },
    createWorld: (_, own, links) =>
      new World({ baseUrl: upstream, pets: 0, onBug, ...own }, { ...links, hasSampleKeys: false }),
    worlds: { most: 0 },
    log: { request: undefined, bug: onBug },
    admin: () =>
      openControlRoom({
        version: '1.2.3',
        mode: { kind: 'proxy', upstream, source },
        ...journalJudges(),
        token: TOKEN,
        host: HOST,
        allowedHosts: [],
        pageFolder: PAGE_FOLDER,
      }),
  });
  const pass = ({
    method = 'GET',
    path = '/inventory',
    key = 'live_key_of_mine',
    status,
    failure,
    cutBy,
    ...rest
  }: Pass) => {
    const startedMs = Date.now();
    const body = typeof rest.body === 'string' ? new TextEncoder().encode(rest.body) : (rest.body ?? new Uint8Array());
    const limits = {
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': resetOf(startedMs),
    };
    const headers = Object.entries({ 'Content-Type': 'application/json', ...limits, ...rest.headers });
    const incomplete =
      cutBy &&
      (cutBy === 'client' ? 'the client disconnected before the body was complete' : 'the connection was reset');
    log.record({
      request: {
        method,
        url: `${upstream}${path}`,
        headers: key === null ? [] : [['authorization', `Bearer ${key}`]],
        body: undefined,
      },
      response:
        status === undefined ? undefined : { httpVersion: '1.1', status, statusText: '', headers, body, incomplete },
      failure,
      ...(cutBy && { cutBy }),
      startedMs,
      endedMs: startedMs + (rest.tookMs ?? 84),
    });
    traffic.count(status);
  };
  return {
    server,
    pass,
    address: `${server.origin}/__admin/ui#token=${TOKEN}`,
    upstream,
    /** Rejects with the first bug, if there was any. */
    async close() {
      await server.close();
      if (bugs.length > 0) throw bugs[0];
    },
  };
}

function resetOf(nowMs: number): string {
  return String(Math.floor(nowMs / 1_000) + 60);
}
