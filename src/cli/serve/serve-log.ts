import { oneLine } from '../../json/quoting.js';
import { isAdminPath } from '../../server/admin/admin-path.js';
import { isMonitoringPath } from '../../server/monitoring/monitoring.js';
import type { RequestLogEntry, ServerLog } from '../../server/server-log.js';
import { colorsFor, type Terminal, warn } from '../terminal.js';
import { prettyLine } from './pretty-line.js';
import type { LogStyle } from './serve-options.js';

/** The log of a running server. */
export interface ServeLog extends ServerLog {
  note(text: string, facts?: object): void;
  /** Logs a problem that the user can fix. */
  problem(text: string): void;
}

const levels = { info: 30, warning: 40, error: 50 } as const;

/** Creates the log of a server, without reads of the control room, probes and scrapes. `off` still prints bugs and problems, on stderr. */
export function createServeLog(style: LogStyle, terminal: Terminal): ServeLog {
  if (style === 'off') {
    return {
      request: undefined,
      // With its stack, which has several lines.
      bug: (bug) => void terminal.stderr.write(`petstore-mock: ${asError(bug).stack ?? String(bug)}\n`),
      note: () => {},
      problem: (text) => warn(terminal, text),
    };
  }
  const { stdout, variables } = terminal;
  const colors = colorsFor(stdout, variables);
  const write = (level: keyof typeof levels, msg: string, facts: object = {}) => {
    const line = { level: levels[level], time: new Date().toISOString(), ...facts, msg };
    stdout.write(style === 'json' ? `${JSON.stringify(line)}\n` : prettyLine(line, colors));
  };
  return {
    request: (entry) => {
      if (!isOfServer(entry)) write(levelOf(entry), 'request', requestFields(entry));
    },
    bug: (bug) => {
      const { name, message, stack } = asError(bug);
      write('error', 'bug', { err: { type: name, message, stack } });
    },
    note: (text, facts) => write('info', text, facts),
    problem: (text) => write('warning', oneLine(text)),
  };
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
