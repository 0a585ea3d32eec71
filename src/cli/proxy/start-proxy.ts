import { Intake } from '../../observe/proxy/intake.js';
import type { News } from '../../observe/proxy/live-judging.js';
import type { Observer, Report } from '../../observe/proxy/observer.js';
import { startObserver } from '../../observe/proxy/observer-thread.js';
import type { OutboundProxy } from '../../observe/proxy/outbound-proxy.js';
import type { PrivateFile } from '../../observe/proxy/private-file.js';
import { ProxyLog } from '../../observe/proxy/proxy-log.js';
import { startProxyServer } from '../../observe/proxy/proxy-server.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import { openControlRoom } from '../../server/admin/open-control-room.js';
import { createServedHosts, nameOfHost, type ServedHosts } from '../../server/admin/served-hosts.js';
import type { HttpServer } from '../../server/http-server.js';
import type { ControlRoom } from '../../server/responder.js';
import { type RequestSource, SHARED } from '../../server/worlds/request-source.js';
import { createServerSecrets } from '../../server/worlds/secrets.js';
import { TrafficMeter } from '../../server/worlds/traffic-meter.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { whyNotWritten } from '../../spec/validation/file-problem.js';
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

/** Starts the proxy and its observer. Throws an InputError, and leaves nothing running, if one of them cannot start. */
export async function startProxy(parts: ProxyParts): Promise<{ server: HttpServer; observer: Observer }> {
  const { settings, ca, outbound, room, recording, log } = parts;
  const hosts = servedHosts(settings);
  const observer = await openObserver(parts);
  const server = await startProxyServer({
    upstream: upstreamAt(settings.upstream),
    port: settings.port,
    host: settings.host,
    hosts,
    ca,
    outbound,
    log,
    onExchange(exchange) {
      observer.add(exchange);
      room?.intake.add(exchange);
    },
    onRejected: (rejected) => log.note('rejected', { rejected: { ...rejected, message: oneLine(rejected.message) } }),
    admin: room && (() => room.open(observer)),
  }).catch(async (error: unknown) => {
    await observer.finish();
    throw explainListenError(error, settings);
  });
  // Only now, so that a proxy that cannot start leaves an older recording in place.
  await recording?.keep().catch(async (error: unknown) => {
    await server.close();
    await observer.finish();
    throw error;
  });
  return { server, observer };
}

/** A proxy for other machines has unknown names. The name of the upstream may be redirected here on purpose. */
function servedHosts({ upstream, host, allowedHosts }: ProxySettings): ServedHosts | undefined {
  if (['0.0.0.0', '[::]'].includes(nameOfHost(host))) return undefined;
  return createServedHosts(host, [new URL(upstream).hostname, ...allowedHosts]);
}

/** Starts the observer, which reports to the log. Throws an InputError if there is no room for the recording. */
async function openObserver({ settings, recording, log, version }: ProxyParts): Promise<Observer> {
  const { upstream, plan, isExclusive, har } = settings;
  const creator = { name: 'petstore-mock proxy', version };
  const file = recording && { handle: recording.handle, file: recording.file, creator };
  try {
    return await startObserver({ upstreamUrl: upstream, plan, isExclusive, har: file }, createReport(log, har));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'write') throw error;
    throw new InputError(`Writing --har ${har}`, whyNotWritten(error), 'Name a file on a disk with free space');
  }
}

const STOPPED =
  'Judging stopped because of an error. Nothing more is judged or recorded; traffic goes on. Restart the proxy to judge again.';

function createReport(log: ServeLog, har: string | undefined): Report {
  let isUncleanReported = false;
  return (report) => {
    switch (report.kind) {
      case 'exchange':
        return log.request?.(report.entry);
      case 'violation':
        return log.note('violation', { violation: findingEntry(report.news) });
      case 'manners':
        return log.note('manners', { manners: findingEntry(report.news) });
      case 'har-problem':
        return log.problem(`Cannot write to ${har}: ${report.problem}. Nothing more is recorded; traffic goes on.`);
      case 'har-unclean':
        // It is tried again at the end; one report is enough.
        if (isUncleanReported) return;
        isUncleanReported = true;
        return log.problem(
          `${har} may contain a key that was not recognised at first, and it could not be removed: ${report.problem}. Do not share the file.`,
        );
      case 'behind':
        return log.note(
          `Judging is behind: ${report.waiting} exchanges wait. Until there is room, more are forwarded, but neither judged nor recorded.`,
          { waiting: report.waiting },
        );
      case 'caught-up':
        return log.note(
          `Judging has caught up. ${counted(report.unjudged, 'exchange')} passed too fast to be judged.`,
          {
            unjudged: report.unjudged,
          },
        );
      case 'bug':
        return log.bug(report.bug);
      case 'judged':
        return;
      case 'stopped':
        return log.problem(STOPPED);
    }
  };
}

function findingEntry({ finding, ...facts }: News): FirstFinding {
  const { problem, expected, received, exchange } = finding;
  return { ...facts, problem: oneLine(problem), expected: oneLine(expected), received: oneLine(received), exchange };
}

/** As many exchanges as are judged. */
const JOURNAL_LIMIT = 2_000;

interface ProxyRoom {
  readonly intake: Intake;
  /** Called when the origin is known. */
  readonly open: (observer: Observer) => ControlRoom;
}

/** Creates the control room of a proxy; undefined if it is off. */
export function proxyRoom(
  settings: ProxySettings,
  access: AdminAccess,
  version: string,
  log: ServeLog,
): ProxyRoom | undefined {
  if (access.state !== 'open') return undefined;
  const { upstream, host, allowedHosts } = settings;
  const { token } = access;
  const secretsIn = createServerSecrets([token]);
  const requests = new ProxyLog({ upstreamUrl: upstream, limit: JOURNAL_LIMIT, secretsIn });
  const traffic = new TrafficMeter();
  const source: RequestSource = { id: SHARED, log: requests, traffic, clock: Date, onBug: log.bug };
  const intake = new Intake((exchange) => traffic.count(requests.record(exchange)), log.bug);
  const open = (observer: Observer) =>
    openControlRoom({
      version,
      mode: { kind: 'proxy', upstream, source, readJudging: () => observer.judging() },
      ...journalJudges(settings),
      token,
      host,
      allowedHosts,
      pageFolder: PAGE_FOLDER,
    });
  return { intake, open };
}
