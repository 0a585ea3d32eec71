import { createIntake, type Intake } from '../../observe/proxy/intake.js';
import type { News } from '../../observe/proxy/live-judging.js';
import type { ExchangeLogLine, Observer } from '../../observe/proxy/observer.js';
import type { OutboundProxy } from '../../observe/proxy/outbound-proxy.js';
import type { PrivateFile } from '../../observe/proxy/private-file.js';
import { createProxyWorlds, recordPassed } from '../../observe/proxy/proxy-journal.js';
import { startProxyServer } from '../../observe/proxy/proxy-server.js';
import { startObserver } from '../../observe/proxy/start-observer.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import { openControlRoom } from '../../server/admin/open-control-room.js';
import { createServedHosts, nameOfAddress, type ServedHosts } from '../../server/admin/served-hosts.js';
import type { HttpServer } from '../../server/http-server.js';
import type { ControlRoom } from '../../server/responder.js';
import type { RequestLogEntry } from '../../server/server-log.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import { type AdminAccess, journalJudges, PAGE_FOLDER } from '../control-room.js';
import { explainListenError } from '../serve/listen-error.js';
import type { FirstFinding } from '../serve/pretty-line.js';
import type { ServeLog } from '../serve/serve-log.js';
import type { ProxySettings } from './proxy-options.js';

interface ProxyParts {
  readonly settings: ProxySettings;
  readonly ca: string | undefined;
  readonly outbound: OutboundProxy | undefined;
  readonly room: ProxyRoom | undefined;
  readonly recording: PrivateFile | undefined;
  readonly log: ServeLog;
  readonly version: string;
}

/** Starts the proxy and what looks on. Throws an InputError, and leaves nothing running, where one of them cannot begin. */
export async function startProxy(parts: ProxyParts): Promise<{ server: HttpServer; observer: Observer }> {
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
    onExchange(exchange) {
      observer.take(exchange);
      room?.intake.add(exchange);
    },
    onRejected: (rejected) => log.note('rejected', { rejected: { ...rejected, message: oneLine(rejected.message) } }),
    admin: room?.open,
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

/** Whoever lets other machines in is reached under names that nobody here knows. The upstream's name may lead here on purpose. */
function servedHosts({ upstream, host, allowedHosts }: ProxySettings): ServedHosts | undefined {
  if (['0.0.0.0', '[::]'].includes(nameOfAddress(host.value) ?? '')) return undefined;
  return createServedHosts(host.value, [new URL(upstream).hostname, ...allowedHosts]);
}

interface Observing {
  readonly settings: ProxySettings;
  readonly recording: PrivateFile | undefined;
  readonly log: ServeLog;
  readonly version: string;
}

/** Starts what judges and records traffic, and has it told in the log. Throws an InputError where the recording has no room. */
async function openObserver(observing: Observing): Promise<Observer> {
  try {
    return await observerOf(observing);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'write') throw error;
    const attempted = `Writing --har ${observing.settings.har}`;
    throw new InputError(attempted, (error as Error).message, 'Name a file where there is room');
  }
}

function observerOf({ settings, recording, log, version }: Observing): Promise<Observer> {
  const { upstream, plan, isExclusive, har } = settings;
  const creator = { name: 'petstore-mock proxy', version };
  let isUncleanTold = false;
  return startObserver(
    {
      upstreamUrl: upstream,
      plan,
      isExclusive,
      har: recording && { handle: recording.handle, file: recording.file, creator },
    },
    {
      onPassed: (line) => log.request?.(requestEntry(line)),
      onViolation: (news) => log.note('violation', { violation: findingEntry(news) }),
      onManners: (news) => log.note('manners', { manners: findingEntry(news) }),
      onHarProblem: (problem) => log.problem(`Nothing more can be written to ${har}: ${problem}. Traffic goes on.`),
      onHarUnclean: (problem) => {
        // It is tried again at the end, and whoever was told knows what to do.
        if (isUncleanTold) return;
        isUncleanTold = true;
        log.problem(
          `${har} may show a key that was not known for one at first, and it could not be taken out: ${problem}. Do not pass the file on.`,
        );
      },
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

/** Puts the line of an exchange together; what clients and services wrote stays in one line. */
function requestEntry({ bytes, ...line }: ExchangeLogLine): RequestLogEntry {
  const size = line.status === undefined ? undefined : bytes;
  return { ...line, method: oneLine(line.method), path: oneLine(line.path), bytes: size };
}

/** What the log tells of something that was seen for the first time. */
function findingEntry({ rule, section, sentence, finding }: News): FirstFinding {
  const { problem, expected, received, exchange } = finding;
  return {
    rule,
    section,
    sentence,
    problem: oneLine(problem),
    expected: oneLine(expected),
    received: oneLine(received),
    exchange,
  };
}

/** As many as are judged. */
const JOURNAL_LIMIT = 2_000;

/** What the control room of a proxy needs. */
interface ProxyRoom {
  /** Fills the journal with what passes. */
  readonly intake: Intake;
  /** To be called once the origin is known. */
  readonly open: () => ControlRoom;
  readonly close: () => void;
}

/** Creates what the control room needs; undefined where there is to be none. */
export function proxyRoom(
  settings: ProxySettings,
  access: AdminAccess,
  version: string,
  log: ServeLog,
): ProxyRoom | undefined {
  if (access.state !== 'open') return undefined;
  const { upstream, host, allowedHosts, plan, isExclusive } = settings;
  const { token } = access;
  const worlds = createProxyWorlds({
    upstreamUrl: upstream,
    journalLimit: JOURNAL_LIMIT,
    secrets: [token],
    onBug: log.bug,
  });
  const { origin } = upstreamAt(upstream);
  const intake = createIntake({ origin, onBug: log.bug, onLive: (live) => recordPassed(worlds, live) });
  const open = () =>
    openControlRoom({
      worlds,
      version,
      mode: { kind: 'proxy', upstream },
      ...journalJudges({ plan, isExclusive }),
      token,
      host: host.value,
      allowedHosts,
      pageFolder: PAGE_FOLDER,
    });
  return { intake, open, close: () => worlds.close() };
}
