import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ObserverSummary } from '../../observe/proxy/observer.js';
import { outboundProxyFor } from '../../observe/proxy/outbound-proxy.js';
import { createPrivateFile } from '../../observe/proxy/private-file.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import type { HttpServer } from '../../server/http-server.js';
import { parseUrl } from '../../spec/parse-url.js';
import type { SuiteContext } from '../check/gathered.js';
import {
  type AdminAccess,
  type BannerRow,
  controlRoomFacts,
  formatBanner,
  resolveAdminAccess,
} from '../control-room.js';
import { createServeLog, type ServeLog } from '../serve/serve-log.js';
import { readCa } from '../target.js';
import { type Colors, colorsFor, type Terminal, warn } from '../terminal.js';
import { type ProxyFlags, type ProxySettings, readProxySettings } from './proxy-options.js';
import { exitCodeOf, type ProxySummary, summaryText } from './proxy-summary.js';
import { proxyRoom, startProxy } from './start-proxy.js';

/** What `proxy` needs in addition to its terminal. */
export interface ProxyRequest extends Pick<SuiteContext, 'version' | 'signal' | 'onCutShort'> {
  readonly flags: ProxyFlags;
  readonly onListening?: (server: HttpServer, log: ServeLog) => void;
}

const ENDING_HINT_MS = 1_000;
const ENDING =
  'Waiting for responses in flight (up to 10 s) and for the judge. Press Ctrl-C again to quit without a summary';

/** Runs the proxy until the signal aborts; returns the exit code. Throws an InputError for invalid options and starts nothing. */
export async function proxy(request: ProxyRequest, terminal: Terminal): Promise<number> {
  const settings = readProxySettings(request.flags, terminal.variables);
  const colors = colorsFor(terminal.stdout, terminal.variables);
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
  const { version } = request;
  const parts = { settings, ca, outbound, room, recording, log, version };
  const { server, observer } = await startProxy(parts).catch(async (error: unknown) => {
    await recording?.drop();
    throw error;
  });
  const facts = factsOf(settings, access, server.origin, outbound?.name, request.version);
  if (settings.log === 'json') log.note('listening', facts);
  else terminal.stdout.write(bannerText(facts, colors));
  const { har } = settings;
  const warnUnfinished = () => har !== undefined && warn(terminal, `${har} ${UNFINISHED}`);
  if (har !== undefined) request.onCutShort?.(warnUnfinished);
  request.onListening?.(server, log);
  if (!request.signal.aborted) await once(request.signal, 'abort');
  const hint = hintSoon(settings, log);
  await server.close();
  const summary = summaryOf(await observer.finish(), settings, facts.url);
  clearTimeout(hint);
  if (summary.stopped !== undefined) warnUnfinished();
  // Pending log lines come before the summary.
  await log.flush();
  if (settings.log === 'json') log.note('summary', summary);
  else terminal.stdout.write(summaryText(summary, colors));
  return settings.failOn === 'violation' ? exitCodeOf(summary) : 0;
}

/** Explains what the proxy is waiting for if that takes long. */
function hintSoon({ har }: ProxySettings, log: ServeLog): NodeJS.Timeout {
  const cost = har === undefined ? '' : ', leaving keys in the recording that were not recognised at first';
  return setTimeout(() => log.problem(`${ENDING}${cost}.`), ENDING_HINT_MS).unref();
}

const UNFINISHED = 'is unfinished: it may contain a key that was not recognised at first. Do not share the file.';

function summaryOf({ har, ...seen }: ObserverSummary, settings: ProxySettings, url: string): ProxySummary {
  const { upstream, plan, isExclusive } = settings;
  const judgedWith = [...(plan === undefined ? [] : ['--plan', plan]), ...(isExclusive ? ['--exclusive'] : [])];
  return { ...seen, upstream, url, judgedWith, har: har && { ...har, file: settings.har ?? '' } };
}

function factsOf(
  settings: ProxySettings,
  access: AdminAccess,
  origin: string,
  through: string | undefined,
  version: string,
) {
  const { upstream, har, host } = settings;
  const { pathname = '' } = parseUrl(upstream) ?? {};
  const url = `${origin}${pathname === '/' ? '' : pathname}`;
  return { version, url, upstream, through, har, ...controlRoomFacts(access, origin, host) };
}

function bannerText(facts: ReturnType<typeof factsOf>, colors: Colors): string {
  const { version, url, upstream, through, har } = facts;
  const rows: BannerRow[] = [
    ['URL', colors.cyan(url)],
    ['Upstream', upstream],
    ['Through', through],
    ['HAR', har],
  ];
  return formatBanner(`petstore-mock proxy ${version}`, rows, facts, colors);
}
