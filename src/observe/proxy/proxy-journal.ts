import { proxiedResponse } from '../../../mocks/journal/entries.js';
import { createWorld } from '../../../mocks/world.js';
import type { RawExchange } from '../../exchange/exchange.js';
import { withoutProxyResponse } from '../../exchange/record-exchange.js';
import { createServerSecrets } from '../../server/worlds/secrets.js';
import { createWorlds, type Worlds } from '../../server/worlds/worlds.js';

interface ProxyWorldsOptions {
  /** Base URL of the upstream. */
  readonly upstreamUrl: string;
  readonly journalLimit: number;
  /** Texts that nothing may show, such as the admin token. */
  readonly secrets: readonly string[];
  readonly onBug: (bug: unknown) => void;
}

/** Creates what the control room shows of a proxy: one world that serves nobody, and whose journal holds what passed. */
export function createProxyWorlds({ upstreamUrl, journalLimit, secrets, onBug }: ProxyWorldsOptions): Worlds {
  const secretsIn = createServerSecrets(secrets);
  return createWorlds({
    most: 0,
    createWorld: (own, links) =>
      createWorld(
        { baseUrl: upstreamUrl, pets: 0, onBug, journalLimit, ...own },
        // Whoever sends what is a sample key of the fake has sent a key of the service.
        { ...links, hasSampleKeys: false, secretsIn },
      ),
  });
}

/** Takes an exchange down in the journal, and counts it. */
export function recordPassed({ shared }: Worlds, live: RawExchange): void {
  const { request, response, failure, cutBy, startedMs, endedMs } = withoutProxyResponse(live);
  const { origin, pathname, search } = new URL(request.url);
  const asked = {
    method: request.method,
    path: pathname,
    query: search,
    origin,
    headers: request.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
    body: request.isBodyMissing ? ('too-large' as const) : (request.body ?? new Uint8Array()),
    callerAddress: '',
  };
  shared.world.journal.record(asked, proxiedResponse(response, failure, cutBy), startedMs, endedMs);
  shared.traffic.count(response?.status);
}
