import { once } from 'node:events';
import { counted } from '../../json/counted.js';
import { annotate } from '../../observe/proxy/annotate.js';
import type { Observer } from '../../observe/proxy/observer.js';
import { type OutboundProxy, outboundProxyFor } from '../../observe/proxy/outbound-proxy.js';
import { createPrivateFile, type PrivateFile } from '../../observe/proxy/private-file.js';
import { startProxyServer } from '../../observe/proxy/proxy-server.js';
import { startObserver } from '../../observe/proxy/start-observer.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import { createAnnotatingWriter } from '../../observe/proxy/write-annotated.js';
import { nameOfAddress } from '../../server/admin/gate/host-name.js';
import { createServedHosts, type ServedHosts } from '../../server/admin/gate/served-hosts.js';
import type { HttpServer } from '../../server/http-server.js';
import { InputError } from '../../validation/input-error.js';
import { readCa } from '../ca-file.js';
import type { Flags } from '../command-flags.js';
import { resolveAdminAccess } from '../control-room/admin-access.js';
import { explainListenError } from '../serve/listen-error.js';
import { createServeLog, type ServeLog } from '../serve/serve-log.js';
import { colorsFor, type Terminal } from '../terminal.js';
import { announceProxy } from './proxy-banner.js';
import { passedEntry, seenEntry } from './proxy-log.js';
import { type ProxyRoom, proxyRoom } from './proxy-room.js';
import { type ProxySettings, readProxySettings } from './proxy-settings.js';
import { exitCodeOf, summaryText } from './proxy-summary.js';

export interface ProxyRequest {
  readonly flags: Flags;
  readonly version: string;
  /** Aborts when the proxy is to end. */
  readonly signal: AbortSignal;
  /** Is told once the proxy listens. */
  readonly onListening?: (server: HttpServer) => void;
}

const ENDING_HINT_MS = 1_000;
const ENDING =
  'Ending as soon as answers under way are complete (for 10 s at most) and all is judged. Ctrl-C again ends at once, without a summary';

/** Runs the proxy until it is told to end; answers the exit code. Throws an InputError, and starts nothing, when it was told something wrong. */
export async function proxy(request: ProxyRequest, terminal: Terminal): Promise<number> {
  const settings = readProxySettings(request.flags, terminal.variables);
  const access = resolveAdminAccess(settings);
  const ca = readCa(settings.ca);
  refuseItself(settings);
  const outbound = outboundProxyFor(upstreamAt(settings.upstream), terminal.variables);
  const log = createServeLog(settings.log, terminal);
  const room = proxyRoom(settings, access, request.version, log);
  const recording =
    settings.har === undefined ? undefined : await createPrivateFile(settings.har, settings.isOverwriting);
  const { server, observer } = await start({
    settings,
    ca,
    outbound,
    room,
    recording,
    log,
    version: request.version,
  }).catch(async (error: unknown) => {
    room?.close();
    await recording?.drop();
    throw error;
  });
  await recording?.keep();
  announceProxy({ server, settings, outbound, access, version: request.version }, log, terminal);
  request.onListening?.(server);
  if (!request.signal.aborted) await once(request.signal, 'abort');
  const hint = setTimeout(
    () =>
      log.problem(
        `${ENDING}${settings.har === undefined ? '' : ', and without a last look for keys in the recording'}.`,
      ),
    ENDING_HINT_MS,
  ).unref();
  await server.close();
  room?.close();
  const { har, ...seen } = await observer.finish();
  clearTimeout(hint);
  const { upstream, plan, isExclusive } = settings;
  const judgedWith = [...(plan === undefined ? [] : ['--plan', plan]), ...(isExclusive ? ['--exclusive'] : [])];
  const summary = { ...seen, upstream, judgedWith, har: har && { ...har, file: settings.har ?? '' } };
  // Lines that still wait come before the summary.
  await log.flush();
  if (settings.log === 'json') log.note('summary', summary);
  else terminal.stdout.write(summaryText(summary, colorsFor(terminal.stdout, terminal.variables)));
  return settings.failsOnViolation ? exitCodeOf(summary) : 0;
}

interface Parts {
  readonly settings: ProxySettings;
  readonly ca: string | undefined;
  readonly outbound: OutboundProxy | undefined;
  readonly room: ProxyRoom | undefined;
  readonly recording: PrivateFile | undefined;
  readonly log: ServeLog;
  readonly version: string;
}

async function start(parts: Parts): Promise<{ server: HttpServer; observer: Observer }> {
  const { settings, ca, outbound, room, log } = parts;
  const hosts = servedHosts(settings);
  const observer = await openObserver(parts).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'write') throw error;
    throw new InputError(`Writing --har ${settings.har}`, error.message, 'Name a file where there is room');
  });
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
    admin: room?.open,
    writeAnswer: settings.isAnnotating ? annotatingWriter(settings) : undefined,
  }).catch(async (error: unknown) => {
    await observer.finish();
    throw explainListenError(error, settings.port, settings.host);
  });
  return { server, observer };
}

function openObserver({ settings, recording, log, version }: Parts): Promise<Observer> {
  const { upstream, plan, isExclusive, har } = settings;
  const creator = { name: 'petstore-mock proxy', version };
  return startObserver(
    {
      upstreamUrl: upstream,
      plan,
      isExclusive,
      har: recording && { handle: recording.handle, file: har ?? '', creator },
    },
    {
      onPassed: (line) => log.request?.(passedEntry(line)),
      onViolation: (news) => log.note('violation', { violation: seenEntry(news) }),
      onManners: (news) => log.note('manners', { manners: seenEntry(news) }),
      onHarProblem: (problem) => log.problem(`Nothing more can be written to ${har}: ${problem}. Traffic goes on.`),
      onHarUnclean: (problem) =>
        log.problem(
          `${har} may show a key that was not known for one at first, and it could not be taken out: ${problem}. Do not pass the file on.`,
        ),
      onBug: log.bug,
      onBreakdown: (lost, isOver) => log.problem(breakdownText(lost, isOver)),
    },
  );
}

function breakdownText(lost: number, isOver: boolean): string {
  if (isOver)
    return 'Judging broke down again: from here on nothing is judged or recorded. Traffic goes on; start the proxy again.';
  const unjudged = `${counted(lost, 'exchange')} passed unjudged`;
  return `Judging broke down and begins anew: ${unjudged}, and what came before is not compared with what comes now. Traffic goes on.`;
}

function annotatingWriter({ upstream, plan, isExclusive }: ProxySettings) {
  const judged = { baseUrl: upstream, messagesUrl: upstream, level: undefined, plan, isExclusive };
  return createAnnotatingWriter({
    origin: upstreamAt(upstream).origin,
    annotate: (live, isWhole) => annotate(live, isWhole, judged),
  });
}

/** Whoever lets other machines in is reached under names that nobody here knows. The upstream's name may lead here on purpose. */
function servedHosts({ upstream, host, allowedHosts }: ProxySettings): ServedHosts | undefined {
  if (['0.0.0.0', '[::]'].includes(nameOfAddress(host.value) ?? '')) return undefined;
  return createServedHosts(host.value, [new URL(upstream).hostname, ...allowedHosts]);
}

/** A proxy in front of itself would pass each request on for ever. */
function refuseItself({ upstream, port, host }: ProxySettings): void {
  const { hostname, port: upstreamPort } = upstreamAt(upstream);
  const isHere = hostname === host.value || hostname === 'localhost' || /^(?:127\.|0\.0\.0\.0$|::1?$)/.test(hostname);
  if (!isHere || upstreamPort !== port.value) return;
  const remedy = 'Choose another port for the proxy: --port 0';
  throw new InputError('Reading --upstream', `${upstream} is where the proxy itself is to listen`, remedy);
}
