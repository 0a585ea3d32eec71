import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ObserverSummary } from '../../observe/proxy/observer.js';
import { outboundProxyFor } from '../../observe/proxy/outbound-proxy.js';
import { createPrivateFile } from '../../observe/proxy/private-file.js';
import { refuseItself } from '../../observe/proxy/refuse-itself.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import type { HttpServer } from '../../server/http-server.js';
import { readCa } from '../ca-file.js';
import type { Flags } from '../command-flags.js';
import { resolveAdminAccess } from '../control-room/admin-access.js';
import { createServeLog, type ServeLog } from '../serve/serve-log.js';
import { colorsFor, type Terminal } from '../terminal.js';
import { announceProxy } from './proxy-banner.js';
import { proxyRoom } from './proxy-room.js';
import { type ProxySettings, readProxySettings } from './proxy-settings.js';
import { exitCodeOf, type ProxySummary, summaryText } from './proxy-summary.js';
import { startProxy } from './start-proxy.js';

/** What `proxy` gets beside its terminal. */
export interface ProxyRequest {
  readonly flags: Flags;
  readonly version: string;
  /** Aborts when the proxy is to end. */
  readonly signal: AbortSignal;
  /** Is told once the proxy listens. */
  readonly onListening?: (server: HttpServer) => void;
  /** Is handed what is to be told at once where the proxy cannot end its recording. */
  readonly onRecording?: (tellUndone: () => void) => void;
}

const ENDING_HINT_MS = 1_000;
const ENDING =
  'Ending as soon as answers under way are complete (for 10 s at most) and all is judged. Ctrl-C again ends at once, without a summary';

/** Runs the proxy until it is told to end; answers the exit code. Throws an InputError, and starts nothing, when it was told something wrong. */
export async function proxy(request: ProxyRequest, terminal: Terminal): Promise<number> {
  const settings = readProxySettings(request.flags, terminal.variables);
  const access = resolveAdminAccess(settings);
  const ca = readCa(settings.ca);
  const upstream = upstreamAt(settings.upstream);
  await refuseItself(upstream, { host: settings.host.value, port: settings.port.value });
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
    room?.close();
    await recording?.drop();
    throw error;
  });
  announceProxy({ server, settings, outbound, access, version: request.version }, log, terminal);
  const { har } = settings;
  if (har !== undefined) request.onRecording?.(() => terminal.stderr.write(cutShortText(har)));
  request.onListening?.(server);
  if (!request.signal.aborted) await once(request.signal, 'abort');
  const hint = hintSoon(settings, log);
  await server.close();
  room?.close();
  const summary = summaryOf(await observer.finish(), settings);
  clearTimeout(hint);
  // Lines that still wait come before the summary.
  await log.flush();
  if (settings.log === 'json') log.note('summary', summary);
  else terminal.stdout.write(summaryText(summary, colorsFor(terminal.stdout, terminal.variables)));
  return settings.failsOnViolation ? exitCodeOf(summary) : 0;
}

/** Says what is being waited for, where that takes long. */
function hintSoon({ har }: ProxySettings, log: ServeLog): NodeJS.Timeout {
  const cost = har === undefined ? '' : ', and without a last look for keys in the recording';
  return setTimeout(() => log.problem(`${ENDING}${cost}.`), ENDING_HINT_MS).unref();
}

function cutShortText(har: string): string {
  return `petstore-mock: ${har} was left without a last look for keys: one that was not known at first may show in it. Do not pass the file on.\n`;
}

function summaryOf({ har, ...seen }: ObserverSummary, settings: ProxySettings): ProxySummary {
  const { upstream, plan, isExclusive } = settings;
  const judgedWith = [...(plan === undefined ? [] : ['--plan', plan]), ...(isExclusive ? ['--exclusive'] : [])];
  return { ...seen, upstream, judgedWith, har: har && { ...har, file: settings.har ?? '' } };
}
