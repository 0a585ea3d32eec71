import type { FirstFinding } from '../../observe/proxy/observer.js';
import type { Colors } from '../terminal.js';

/** A line of the log: what the JSON of `--log json` has. */
type LogLine = Readonly<Record<string, unknown>>;

/** Formats a line of the log for people: one line a request, and a bug with its stack. */
export function prettyLine(log: LogLine & { readonly time: string; readonly msg: string }, colors: Colors): string {
  // The local time of day.
  const time = new Date(log.time).toTimeString().slice(0, 8);
  return `${colors.dim(time)} ${textOf(log, log.msg, colors)}\n`;
}

function textOf(log: LogLine, message: string, colors: Colors): string {
  if (log.method !== undefined) return requestText(log, colors);
  const { err } = log as { err?: { stack?: string } };
  if (err !== undefined) return colors.red(err.stack ?? message);
  const { violation, manners, rejected } = log as {
    violation?: FirstFinding;
    manners?: FirstFinding;
    rejected?: RejectedRequest;
  };
  if (violation !== undefined) return findingText(violation, colors.red('✗'), colors);
  if (manners !== undefined) return findingText(manners, colors.yellow('!'), colors);
  if (rejected !== undefined) return rejectedText(rejected, colors);
  return Number(log.level) >= 40 ? colors.yellow(message) : message;
}

function requestText(line: LogLine, colors: Colors): string {
  const { exchange, method, path, ms, bytes, key, remaining, limit, failure, cut } = line;
  const of = limit === undefined ? '' : ` of ${limit}`;
  const left = remaining === undefined ? undefined : `${remaining}${of} left`;
  const size = bytes === undefined ? undefined : `${bytes} B`;
  const why = cut === 'client' ? '(client left)' : failure;
  const rest = [ms === 0 ? '<1 ms' : `${ms} ms`, size, key, left, why].filter((part) => part !== undefined);
  const number = exchange === undefined ? '' : `${colors.dim(`#${exchange}`)} `;
  return `${number}${method} ${path} ${outcomeText(line, colors)} ${colors.dim(rest.join(' '))}`;
}

function outcomeText({ status, failure, cut }: LogLine, colors: Colors): string {
  if (status === undefined) return colors.red(failure === undefined ? 'cut' : 'no response');
  const text = colorOf(Number(status), colors)(String(status));
  return cut === 'service' ? `${text} ${colors.red('cut off')}` : text;
}

function rejectedText({ method, status, message }: RejectedRequest, { yellow, dim }: Colors): string {
  // Malformed HTTP has no method.
  return [method, yellow(`${status} rejected by the proxy:`), dim(message)].filter(Boolean).join(' ');
}

interface RejectedRequest {
  readonly method: string;
  readonly status: number;
  readonly message: string;
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

function colorOf(status: number, { red, yellow, cyan, green }: Colors): (text: string) => string {
  if (status >= 500) return red;
  if (status >= 400) return yellow;
  return status >= 300 ? cyan : green;
}
