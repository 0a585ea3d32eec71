import type { Logger } from 'pino';
import { ADMIN_PATH } from '../../server/admin/admin-path.js';
import type { RequestLogEntry, ServerLog } from '../../server/server-log.js';
import { oneLine } from '../../spec/quoting.js';
import { colorsFor, type Terminal } from '../terminal.js';
import type { Settings } from './serve-options.js';

export type LogStyle = NonNullable<Settings['log']>;

/** Everything that a running server says. */
export interface ServeLog extends ServerLog {
  /** Tells something worth knowing. */
  note(text: string, facts?: object): void;
  /** Tells of something that the user can mend. */
  problem(text: string): void;
  /** Waits until all has been written. */
  flush(): Promise<void>;
}

/** Creates the log of a server. `off` still tells of bugs and problems, on stderr. */
export function createServeLog(style: LogStyle, terminal: Terminal): ServeLog {
  return style === 'off' ? quietLog(terminal) : pinoLog(() => loadPino(style, terminal));
}

function quietLog({ stderr }: Terminal): ServeLog {
  const tell = (text: string) => {
    stderr.write(`petstore-mock: ${text}\n`);
  };
  return {
    request: undefined,
    bug: (bug) => tell(asError(bug).stack ?? String(bug)),
    note: () => {},
    problem: (text) => tell(oneLine(text)),
    flush: async () => {},
  };
}

/** Loads pino when there is a first line to write: a server that has just started has better things to do. */
function pinoLog(load: () => Promise<Logger>): ServeLog {
  let logger: Logger | undefined;
  let loading: Promise<void> | undefined;
  const waiting: ((logger: Logger) => void)[] = [];

  const start = async () => {
    const loaded = await load();
    for (const write of waiting) write(loaded);
    logger = loaded;
  };
  const line = (write: (logger: Logger) => void) => {
    if (logger !== undefined) {
      write(logger);
      return;
    }
    waiting.push(write);
    loading ??= start();
  };
  return {
    request: (entry) => line((to) => to[levelOf(entry)](requestFields(entry), 'request')),
    bug: (bug) => line((to) => to.error({ err: asError(bug) }, 'bug')),
    note: (text, facts = {}) => line((to) => to.info(facts, text)),
    problem: (text) => line((to) => to.warn(oneLine(text))),
    flush: async () => loading,
  };
}

async function loadPino(style: 'pretty' | 'json', { stdout, variables }: Terminal): Promise<Logger> {
  const { pino } = await import('pino');
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (style === 'json') return pino(options, { write: (line) => stdout.write(line) });
  const { createLineFormatter } = await import('./pretty-line.js');
  const format = createLineFormatter(colorsFor(stdout, variables));
  return pino(options, { write: (line) => stdout.write(format(line)) });
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

/** Methods that change nothing (RFC 9110 §9.2.1). */
const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Leaves out of the request log what only looks at the control room: its page asks a lot, and nobody wants to read of it. */
export function withoutAdminReads(log: ServerLog): ServerLog {
  const { request } = log;
  const isRead = ({ method, path }: RequestLogEntry) =>
    READS.includes(method) && (path === ADMIN_PATH || path.startsWith(`${ADMIN_PATH}/`));
  if (request === undefined) return log;
  return {
    ...log,
    request: (entry) => {
      if (!isRead(entry)) request(entry);
    },
  };
}
