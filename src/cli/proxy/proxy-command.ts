import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ObserverSummary } from '../../observe/proxy/observer.js';
import { type OutboundProxy, outboundProxyFor } from '../../observe/proxy/outbound-proxy.js';
import { createPrivateFile } from '../../observe/proxy/private-file.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import type { HttpServer } from '../../server/http-server.js';
import { parseUrl } from '../../spec/parse-url.js';
import { type AdminAccess, controlRoomFacts, controlRoomLines, resolveAdminAccess } from '../control-room.js';
import { createServeLog, type ServeLog } from '../serve/serve-log.js';
import type { OnCutShort } from '../signals.js';
import { readCa } from '../target.js';
import { colorsFor, type Terminal } from '../terminal.js';
import { type ProxyFlags, type ProxySettings, readProxySettings } from './proxy-options.js';
import { exitCodeOf, type ProxySummary, summaryText } from './proxy-summary.js';
import { proxyRoom, startProxy } from './start-proxy.js';

/** What `proxy` needs in addition to its terminal. */
export interface ProxyRequest {
  readonly flags: ProxyFlags;
  readonly version: string;
  /** Aborting it ends the proxy. */
  readonly signal: AbortSignal;
  /** Called when the proxy listens. */
  readonly onListening?: (server: HttpServer) => void;
  /** Registers a warning, for when the process ends before the recording is finished. */
  readonly onCutShort?: OnCutShort;
}

const ENDING_HINT_MS = 1_000;
const ENDING =
  'Waiting for responses in flight (up to 10 s) and for the judge. Press Ctrl-C again to quit without a summary';

/** Runs the proxy until the signal aborts; returns the exit code. Throws an InputError for invalid options and starts nothing. */
export async function proxy(request: ProxyRequest, terminal: Terminal): Promise<number> {
  const settings = readProxySettings(request.flags, terminal.variables);
  const access = resolveAdminAccess(settings);
  const ca = readCa(settings.ca);
  const upstream = upstreamAt(settings.upstream);
  const outbound = outboundProxyFor(upstream, terminal.variables);
  const log = createServeLog(settings.log, terminal);
  const recording =
    settings.har === undefined
      ? undefined
      : await createPrivateFile(resolve(terminal.folder, settings.har), settings.har, settings.isOverwriting);
  const room = proxyRoom(settings, access, request.version, log);
  const { server, observer } = await startProxy({
    settings,
    ca,
    outbound,
    room,
    recording,
    log,
    version: request.version,
  }).catch(async (error: unknown) => {
    await recording?.drop();
    throw error;
  });
  announceProxy({ server, settings, outbound, access, version: request.version }, log, terminal);
  const { har } = settings;
  const warnUnfinished = () => har !== undefined && terminal.stderr.write(unfinishedText(har));
  if (har !== undefined) request.onCutShort?.(warnUnfinished);
  request.onListening?.(server);
  if (!request.signal.aborted) await once(request.signal, 'abort');
  const hint = hintSoon(settings, log);
  await server.close();
  const summary = summaryOf(await observer.finish(), settings);
  clearTimeout(hint);
  if (summary.stopped !== undefined) warnUnfinished();
  // Pending log lines come before the summary.
  await log.flush();
  if (settings.log === 'json') log.note('summary', summary);
  else terminal.stdout.write(summaryText(summary, colorsFor(terminal.stdout, terminal.variables)));
  return settings.failOn === 'violation' ? exitCodeOf(summary) : 0;
}

/** Explains what the proxy is waiting for if that takes long. */
function hintSoon({ har }: ProxySettings, log: ServeLog): NodeJS.Timeout {
  const cost = har === undefined ? '' : ', leaving keys in the recording that were not recognised at first';
  return setTimeout(() => log.problem(`${ENDING}${cost}.`), ENDING_HINT_MS).unref();
}

function unfinishedText(har: string): string {
  return `petstore-mock: ${har} is unfinished: it may contain a key that was not recognised at first. Do not share the file.\n`;
}

function summaryOf({ har, ...seen }: ObserverSummary, settings: ProxySettings): ProxySummary {
  const { upstream, plan, isExclusive } = settings;
  const judgedWith = [...(plan === undefined ? [] : ['--plan', plan]), ...(isExclusive ? ['--exclusive'] : [])];
  return { ...seen, upstream, judgedWith, har: har && { ...har, file: settings.har ?? '' } };
}

interface StartedProxy {
  readonly server: HttpServer;
  readonly settings: ProxySettings;
  readonly outbound: OutboundProxy | undefined;
  readonly access: AdminAccess;
  readonly version: string;
}

/** Reports that the proxy listens: as a banner, or as the first line of a JSON log. */
function announceProxy(started: StartedProxy, log: ServeLog, terminal: Terminal): void {
  const facts = factsOf(started);
  if (started.settings.log === 'json') {
    log.note('listening', facts);
    return;
  }
  const colors = colorsFor(terminal.stdout, terminal.variables);
  const { bold, cyan, dim } = colors;
  const { url, upstream, through, har } = facts;
  const rows = Object.entries({ URL: cyan(url), Upstream: upstream, Through: through, HAR: har })
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
    ...controlRoomFacts(access, server.origin, settings.host),
  };
}
