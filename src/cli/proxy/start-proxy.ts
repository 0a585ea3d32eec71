import { oneLine } from '../../json/one-line.js';
import { annotate } from '../../observe/proxy/annotate.js';
import type { Observer } from '../../observe/proxy/observer.js';
import type { OutboundProxy } from '../../observe/proxy/outbound-proxy.js';
import type { PrivateFile } from '../../observe/proxy/private-file.js';
import { startProxyServer } from '../../observe/proxy/proxy-server.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import { createAnnotatingWriter } from '../../observe/proxy/write-annotated.js';
import { nameOfAddress } from '../../server/admin/gate/host-name.js';
import { createServedHosts, type ServedHosts } from '../../server/admin/gate/served-hosts.js';
import type { HttpServer } from '../../server/http-server.js';
import { explainListenError } from '../serve/listen-error.js';
import type { ServeLog } from '../serve/serve-log.js';
import { openObserver } from './open-observer.js';
import type { ProxyRoom } from './proxy-room.js';
import type { ProxySettings } from './proxy-settings.js';

interface Parts {
  readonly settings: ProxySettings;
  readonly ca: string | undefined;
  readonly outbound: OutboundProxy | undefined;
  readonly room: ProxyRoom | undefined;
  readonly recording: PrivateFile | undefined;
  readonly log: ServeLog;
  readonly version: string;
}

/** Starts the proxy and what looks on. Throws an InputError, and leaves nothing running, where one of them cannot begin. */
export async function startProxy(parts: Parts): Promise<{ server: HttpServer; observer: Observer }> {
  const { settings, ca, outbound, room, recording, log } = parts;
  const hosts = servedHosts(settings);
  const observer = await openObserver(parts);
  const server = await startProxyServer({
    upstream: upstreamAt(settings.upstream),
    port: settings.port.value,
    host: settings.host.value,
    hosts,
    ca,
    outbound,
    log,
    onPassed(passed) {
      observer.take(passed);
      room?.intake.add(passed);
    },
    onRefused: (refusal) => log.note('refused', { refused: { ...refusal, message: oneLine(refusal.message) } }),
    admin: room?.open,
    writeAnswer: settings.isAnnotating ? annotatingWriter(settings, log) : undefined,
  }).catch(async (error: unknown) => {
    await observer.finish();
    throw explainListenError(error, settings.port, settings.host);
  });
  // Not before: whoever cannot start leaves an older recording where it is.
  await recording?.keep().catch(async (error: unknown) => {
    await server.close();
    await observer.finish();
    throw error;
  });
  return { server, observer };
}

function annotatingWriter({ upstream, plan, isExclusive }: ProxySettings, { bug }: ServeLog) {
  const judged = { baseUrl: upstream, messagesUrl: upstream, level: undefined, plan, isExclusive };
  return createAnnotatingWriter({
    origin: upstreamAt(upstream).origin,
    annotate: (live, isWhole) => annotate(live, isWhole, judged),
    onBug: bug,
  });
}

/** Whoever lets other machines in is reached under names that nobody here knows. The upstream's name may lead here on purpose. */
function servedHosts({ upstream, host, allowedHosts }: ProxySettings): ServedHosts | undefined {
  if (['0.0.0.0', '[::]'].includes(nameOfAddress(host.value) ?? '')) return undefined;
  return createServedHosts(host.value, [new URL(upstream).hostname, ...allowedHosts]);
}
