import { oneLine } from '../../json/quoting.js';
import type { FirstFinding } from '../../observe/proxy/observer.js';
import { isAdminPath } from '../../server/admin/admin-path.js';
import { isMonitoringPath } from '../../server/monitoring/monitoring.js';
import type { RequestLogEntry, ServerLog } from '../../server/responder.js';
import { type Colors, colorsFor, type Terminal, warn } from '../terminal.js';
import type { LogStyle } from './serve-options.js';

export interface ServeLog extends ServerLog {
  note(text: string, facts?: object): void;
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

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** The control room's page sends many, and so does who monitors a server. A proxy forwards the paths of monitoring. */
function isOfServer({ method, path, exchange }: RequestLogEntry): boolean {
  return READS.includes(method) && (isAdminPath(path) || (exchange === undefined && isMonitoringPath(path)));
}

type LogLine = Readonly<Record<string, unknown>>;

/** Formats a line of the log for people: one line a request, and a bug with its stack. */
function prettyLine(log: LogLine & { readonly time: string; readonly msg: string }, colors: Colors): string {
  // The local time of day.
  const time = new Date(log.time).toTimeString().slice(0, 8);
  return `${colors.dim(time)} ${textOf(log, log.msg, colors)}\n`;
}

function textOf(log: LogLine, message: string, colors: Colors): string {
  const { red, yellow, dim } = colors;
  const { err, violation, manners, rejected } = log as {
    err?: { stack?: string };
    violation?: FirstFinding;
    manners?: FirstFinding;
    rejected?: { method: string; status: number; message: string };
  };
  if (log.method !== undefined) return requestText(log, colors);
  if (err !== undefined) return red(err.stack ?? message);
  if (violation !== undefined) return findingText(violation, red('✗'), colors);
  if (manners !== undefined) return findingText(manners, yellow('!'), colors);
  if (rejected !== undefined) {
    const status = yellow(`${rejected.status} rejected by the proxy:`);
    // Malformed HTTP has no method.
    return [rejected.method, status, dim(rejected.message)].filter(Boolean).join(' ');
  }
  return Number(log.level) >= levels.warning ? yellow(message) : message;
}

function requestText(line: LogLine, colors: Colors): string {
  const { exchange, method, path, ms, bytes, key, remaining, limit, failure, cut } = line;
  const of = limit === undefined ? '' : ` of ${limit}`;
  const rest = [
    ms === 0 ? '<1 ms' : `${ms} ms`,
    bytes === undefined ? undefined : `${bytes} B`,
    key,
    remaining === undefined ? undefined : `${remaining}${of} left`,
    cut === 'client' ? '(client left)' : failure,
  ].filter((part) => part !== undefined);
  const number = exchange === undefined ? '' : `${colors.dim(`#${exchange}`)} `;
  return `${number}${method} ${path} ${outcomeText(line, colors)} ${colors.dim(rest.join(' '))}`;
}

function outcomeText({ status, failure, cut }: LogLine, { red, yellow, cyan, green }: Colors): string {
  if (status === undefined) return red(failure === undefined ? 'cut' : 'no response');
  const paint = [green, green, green, cyan, yellow][Math.floor(Number(status) / 100)] ?? red;
  return cut === 'service' ? `${paint(`${status}`)} ${red('cut off')}` : paint(`${status}`);
}

const INDENT = '\n           ';

function findingText(seen: FirstFinding, mark: string, { bold, dim }: Colors): string {
  const { rule, section, sentence, problem, expected, received, exchange } = seen;
  return [
    `${mark} ${bold(problem)}`,
    dim(`expected  ${expected}`),
    dim(`received  ${received}`),
    dim(`exchange  #${exchange}`),
    dim(`rule      ${rule}`),
    dim(`document  §${section} “${sentence}”`),
  ].join(INDENT);
}
