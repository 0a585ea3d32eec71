import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseUrl } from '../../json/parse-url.js';
import { counted, oneLine } from '../../json/quoting.js';
import { HarFile } from '../../observe/proxy/har-file.js';
import { Observer, type ObserverSummary, type Tally } from '../../observe/proxy/observer.js';
import { outboundProxyFor } from '../../observe/proxy/outbound-proxy.js';
import { startProxyServer } from '../../observe/proxy/proxy-server.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import { openControlRoom } from '../../server/admin/open-control-room.js';
import { createServedHosts, nameOfHost } from '../../server/admin/served-hosts.js';
import type { HttpServer } from '../../server/http-server.js';
import { SHARED } from '../../server/worlds/request-source.js';
import { createServerSecrets } from '../../server/worlds/secrets.js';
import type { SuiteContext } from '../options.js';
import { createServeLog, type ServeLog } from '../serve/serve-log.js';
import type { BannerRow, ControlRoomAccess } from '../serving.js';
import * as serving from '../serving.js';
import { readClientTls, warnIfUnverified } from '../target.js';
import { type Colors, colorsFor, type Terminal } from '../terminal.js';
import { type ProxyFlags, type ProxySettings, readProxySettings } from './proxy-options.js';

export interface ProxyRequest extends Pick<SuiteContext, 'version' | 'signal'> {
  readonly flags: ProxyFlags;
  readonly onListening?: (server: HttpServer, log: ServeLog) => void;
}

/** Runs the proxy until the signal aborts; returns the exit code. Throws an InputError for invalid options and starts nothing. */
export async function proxy(request: ProxyRequest, terminal: Terminal): Promise<number> {
  const { version, signal } = request;
  const settings = readProxySettings(request.flags, terminal.variables);
  const { upstream, har, host, failOn } = settings;
  const colors = colorsFor(terminal.stdout, terminal.variables);
  const access = serving.resolveAdminAccess(settings);
  const log = createServeLog(settings.log, terminal);
  const announce = (event: string, facts: object, text: string) =>
    settings.log === 'json' ? log.note(event, facts) : terminal.stdout.write(text);

  const { server, observer, through } = await startProxy(settings, access, log, version, terminal);
  const { pathname = '' } = parseUrl(upstream) ?? {};
  const url = `${server.origin}${pathname === '/' ? '' : pathname}`;
  const facts = { version, url, upstream, through, har, ...serving.controlRoomFacts(access, server.origin, host) };
  const rows: BannerRow[] = [
    ['URL', colors.cyan(url)],
    ['Upstream', upstream],
    ['Through', through],
    ['HAR', har],
  ];
  announce('listening', facts, serving.formatBanner(`petstore-mock proxy ${version}`, rows, facts, colors));
  request.onListening?.(server, log);
  if (!signal.aborted) await once(signal, 'abort');
  await server.close();
  const { har: recorded, ...seen } = await observer.finish();
  const summary = { ...seen, upstream, url, har: recorded && { ...recorded, file: har ?? '' } };
  announce('summary', summary, summaryText(summary, colors));
  return failOn === 'violation' ? exitCodeOf(summary) : 0;
}

async function startProxy(
  settings: ProxySettings,
  access: ControlRoomAccess,
  log: ServeLog,
  version: string,
  terminal: Terminal,
) {
  const { port, host, plan, isExclusive, har, isOverwriting, allowedHosts } = settings;
  const tls = readClientTls(settings);
  warnIfUnverified(settings, terminal);
  const upstream = upstreamAt(settings.upstream);
  const outbound = outboundProxyFor(upstream, terminal.variables);
  // A proxy for other machines has unknown names. The name of the upstream may be redirected here on purpose.
  const isForOthers = ['0.0.0.0', '[::]'].includes(nameOfHost(host));
  const hosts = isForOthers ? undefined : createServedHosts(host, [new URL(upstream.url).hostname, ...allowedHosts]);
  const observer = new Observer({
    upstreamUrl: upstream.url,
    plan,
    isExclusive,
    ...(access.state === 'open' && { secretsIn: createServerSecrets([access.token]) }),
    log,
  });
  const room = access.state === 'open' ? () => openRoom(settings, access.token, version, log, observer) : undefined;
  const server = await startProxyServer({
    upstream,
    port,
    host,
    secondHost: serving.secondHostFor(settings.chosenBy.host),
    hosts,
    ...tls,
    outbound,
    log,
    onExchange: (exchange) => observer.add(exchange),
    onRejected: (rejected) => log.note('rejected', { rejected: { ...rejected, message: oneLine(rejected.message) } }),
    admin: room,
  }).catch((error: unknown) => {
    throw serving.explainListenError(error, settings);
  });
  if (har !== undefined) {
    // Only now, so that a proxy that cannot start leaves an older recording in place.
    observer.har = await HarFile.create({
      file: resolve(terminal.folder, har),
      named: har,
      isOverwriting,
      creator: { name: 'petstore-mock proxy', version },
      baseUrl: upstream.url,
      redactor: observer.redactor,
      onProblem: (text) => log.problem(text),
    }).catch(async (error: unknown) => {
      await server.close();
      throw error;
    });
  }
  return { server, observer, through: outbound?.name };
}

function openRoom(settings: ProxySettings, token: string, version: string, log: ServeLog, observer: Observer) {
  const { upstream, host, allowedHosts } = settings;
  const { requests, traffic } = observer;
  const source = { id: SHARED, log: requests, traffic, clock: Date, onBug: log.bug };
  return openControlRoom({
    version,
    mode: { kind: 'proxy', upstream, source },
    ...serving.journalJudges(settings),
    token,
    host,
    allowedHosts,
    pageFolder: serving.PAGE_FOLDER,
  });
}

export interface ProxySummary extends Omit<ObserverSummary, 'har'> {
  readonly upstream: string;
  readonly url: string;
  readonly har: (NonNullable<ObserverSummary['har']> & { readonly file: string }) | undefined;
}

/** Returns the exit code for `--fail-on violation`: 3 if violations may have been missed. Clients may disconnect, if any exchange was complete. */
export function exitCodeOf(summary: ProxySummary): 0 | 1 | 3 {
  if (summary.violations.length > 0) return 1;
  return hasComplete(summary) && summary.incomplete + summary.unjudged === 0 ? 0 : 3;
}

function hasComplete({ exchanges, elsewhere, incomplete, abandoned }: ProxySummary): boolean {
  return exchanges > elsewhere + incomplete + abandoned;
}

export function summaryText(summary: ProxySummary, colors: Colors): string {
  const { exchanges, elsewhere, incomplete, abandoned, unjudged, violations, manners, har, upstream } = summary;
  const { bold, dim, red, yellow } = colors;
  const notes = Object.entries({
    'outside the base URL': elsewhere,
    'without a complete response': incomplete,
    'abandoned by the client': abandoned,
    'not judged: there were too many at once': unjudged,
  }).flatMap(([why, count]) => (count > 0 ? [`${count} ${why}`] : []));
  const lines = [
    bold(`${counted(exchanges, 'exchange')} with ${upstream}`) +
      (notes.length > 0 ? dim(` (${notes.join(', ')})`) : ''),
    violations.length === 0 ? noViolationText(summary, colors) : red(`${counted(violations.length, 'rule')} violated:`),
    ...violations.map((tally) => `  ${red('✗')} ${tallyText(tally, colors)}`),
    ...(manners.length === 0 ? [] : ['Manners of the clients:']),
    ...manners.map((tally) => `  ${yellow('!')} ${tallyText(tally, colors)}`),
    ...(har === undefined ? [] : [harText(har)]),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function noViolationText(summary: ProxySummary, { yellow, green }: Colors): string {
  const { exchanges, elsewhere, incomplete, abandoned, unjudged, url } = summary;
  if (exchanges === elsewhere) {
    return yellow(`Nothing was judged. Send requests to ${url}, such as GET ${serving.urlToTry(url)}.`);
  }
  if (!hasComplete(summary)) return yellow('Nothing was judged: no response was complete.');
  const isAllJudged = incomplete + abandoned + unjudged === 0;
  return isAllJudged ? green('No violations found.') : yellow('No violations found in what was judged.');
}

function tallyText({ rule, title, exchanges, first }: Tally, { bold, dim }: Colors): string {
  return `${bold(rule)} ${dim(title)}: ${counted(exchanges, 'exchange')}, first #${first}`;
}

function harText({ file, written, missed }: NonNullable<ProxySummary['har']>): string {
  const lost = missed === 0 ? '' : `; ${missed} more could not be recorded`;
  return `${counted(written, 'exchange')} in ${file}${lost}`;
}
