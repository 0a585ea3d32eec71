import { passedAnswer } from '../../../mocks/journal/passed-answer.js';
import { createWorld } from '../../../mocks/world.js';
import { createServerSecrets } from '../../server/worlds/server-secrets.js';
import { createWorlds, type Worlds } from '../../server/worlds/worlds.js';
import type { LiveExchange } from '../live-exchange.js';
import { withoutProxyAnswer } from '../without-proxy-answer.js';

interface ProxyWorldsOptions {
  /** Base URL of the upstream. */
  readonly upstreamUrl: string;
  readonly journalLimit: number;
  /** Texts that nothing may show, such as the admin token. */
  readonly secrets: readonly string[];
  readonly onBug: (bug: unknown) => void;
}

/** Makes what the control room shows of a proxy: one world that serves nobody, and whose journal holds what passed. */
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
export function recordPassed({ shared }: Worlds, live: LiveExchange): void {
  const { request, answer, failure, cutBy, startedMs, endedMs } = withoutProxyAnswer(live);
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
  shared.world.journal.record(asked, passedAnswer(answer, failure, cutBy), startedMs, endedMs);
  shared.traffic.count(answer?.status);
}
