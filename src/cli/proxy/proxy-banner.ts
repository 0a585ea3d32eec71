import type { OutboundProxy } from '../../observe/proxy/outbound-proxy.js';
import type { HttpServer } from '../../server/http-server.js';
import { parseUrl } from '../../spec/parse-url.js';
import type { AdminAccess } from '../control-room/admin-access.js';
import { controlRoomFacts, controlRoomLines } from '../control-room/control-room-lines.js';
import type { ServeLog } from '../serve/serve-log.js';
import { colorsFor, type Terminal } from '../terminal.js';
import type { ProxySettings } from './proxy-settings.js';

interface StartedProxy {
  readonly server: HttpServer;
  readonly settings: ProxySettings;
  readonly outbound: OutboundProxy | undefined;
  readonly access: AdminAccess;
  readonly version: string;
}

/** Says that the proxy is up: to people as a banner, in a JSON log as its first line. */
export function announceProxy(started: StartedProxy, log: ServeLog, terminal: Terminal): void {
  const facts = factsOf(started);
  if (started.settings.log === 'json') {
    log.note('listening', facts);
    return;
  }
  const colors = colorsFor(terminal.stdout, terminal.variables);
  const { bold, cyan, dim } = colors;
  const { url, upstream, through, har } = facts;
  const told = { URL: cyan(url), Upstream: upstream, Through: through, HAR: har };
  const rows = Object.entries(told)
    .filter(([, text]) => text !== undefined)
    .map(([label, text]) => `  ${dim(label.padEnd(8))}  ${text}\n`);
  const title = `${bold('petstore-mock proxy')} ${started.version}`;
  terminal.stdout.write(`\n  ${title}\n\n${rows.join('')}\n${controlRoomLines(facts, colors)}`);
}

function factsOf({ server, settings, outbound, access, version }: StartedProxy) {
  const { pathname = '' } = parseUrl(settings.upstream) ?? {};
  return {
    version,
    url: `${server.origin}${pathname === '/' ? '' : pathname}`,
    upstream: settings.upstream,
    through: outbound?.name,
    har: settings.har,
    ...controlRoomFacts(access, server.origin, settings.host.value),
  };
}
