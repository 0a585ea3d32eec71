import type { Logger } from 'pino';
import { isAdminPath } from '../../server/admin/admin-path.js';
import { isMonitoringPath } from '../../server/monitoring/monitoring.js';
import type { RequestLogEntry, ServerLog } from '../../server/server-log.js';
import { oneLine } from '../../spec/quoting.js';
import { whyNotRead } from '../../spec/validation/file-problem.js';
import { colorsFor, type Terminal, warn } from '../terminal.js';
import type { LogStyle } from './serve-options.js';

/** The log of a running server. */
export interface ServeLog extends ServerLog {
  note(text: string, facts?: object): void;
  /** Logs a problem that the user can fix. */
  problem(text: string): void;
  flush(): Promise<void>;
}

/** Creates the log of a server, without reads of the control room, probes and scrapes. `off` still prints bugs and problems, on stderr. */
export function createServeLog(style: LogStyle, terminal: Terminal, load = loadPino): ServeLog {
  const off: ServeLog = {
    request: undefined,
    // With its stack, which has several lines.
    bug: (bug) => void terminal.stderr.write(`petstore-mock: ${asError(bug).stack ?? String(bug)}\n`),
    note: () => {},
    problem: (text) => warn(terminal, text),
    flush: async () => {},
  };
  if (style === 'off') return off;
  // Loaded with the first line, not at start-up.
  let logger: Promise<Logger | undefined> | undefined;
  const line = (write: (logger: Logger) => void, writeWithout = () => {}) => {
    // A log that cannot be loaded must not be a bug, which would be logged.
    logger ??= load(style, terminal).catch((error: unknown) => {
      off.problem(`Loading the log: ${whyNotRead(error)}. Requests go on, but are not logged. Restart to log them.`);
      return undefined;
    });
    void logger.then((loaded) => (loaded === undefined ? writeWithout() : write(loaded)));
  };
  return {
    request: (entry) => {
      if (!isOfServer(entry)) line((to) => to[levelOf(entry)](requestFields(entry), 'request'));
    },
    bug: (bug) =>
      line(
        (to) => to.error({ err: asError(bug) }, 'bug'),
        () => off.bug(bug),
      ),
    note: (text, facts = {}) => line((to) => to.info(facts, text)),
    problem: (text) =>
      line(
        (to) => to.warn(oneLine(text)),
        () => off.problem(text),
      ),
    flush: async () => void (await logger),
  };
}

async function loadPino(style: 'pretty' | 'json', { stdout, variables }: Terminal): Promise<Logger> {
  const { pino } = await import('pino');
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (style === 'json') return pino(options, { write: (line) => stdout.write(line) });
  const { prettyLine } = await import('./pretty-line.js');
  const colors = colorsFor(stdout, variables);
  return pino(options, { write: (line) => stdout.write(prettyLine(line, colors)) });
}

function requestFields(entry: RequestLogEntry): object {
  const { exchange, method, path, status, durationMs, bytes, keyAlias, remaining, limit, failure, cutBy } = entry;
  return {
    method,
    path,
    status,
    ms: Math.round(durationMs * 10) / 10,
    bytes,
    exchange,
    key: keyAlias,
    remaining: remaining === undefined ? undefined : Number(remaining),
    limit: limit === undefined ? undefined : Number(limit),
    cut: cutBy,
    failure: failure === undefined ? undefined : oneLine(failure),
  };
}

function levelOf({ status, cutBy }: RequestLogEntry): 'info' | 'error' {
  return cutBy === 'service' || (status !== undefined && status >= 500) ? 'error' : 'info';
}

function asError(bug: unknown): Error {
  return bug instanceof Error ? bug : new Error(String(bug));
}

/** Safe methods (RFC 9110 §9.2.1). */
const READS = ['GET', 'HEAD', 'OPTIONS'];

/** The control room's page sends many, and so does who monitors a server. A proxy forwards the paths of monitoring. */
function isOfServer({ method, path, exchange }: RequestLogEntry): boolean {
  return READS.includes(method) && (isAdminPath(path) || (exchange === undefined && isMonitoringPath(path)));
}
