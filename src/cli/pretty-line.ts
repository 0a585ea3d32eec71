import { prettyFactory } from 'pino-pretty';
import type { Colors } from './terminal.js';

/** Makes a writer of pino's JSON lines for people: one line a request, and a bug with its stack. */
export function createLineFormatter(colors: Colors): (json: string) => string {
  return prettyFactory({
    colorize: false,
    hideObject: true,
    ignore: 'level,time',
    messageFormat: (log, messageKey) => {
      const time = colors.dim(clockTime(String(log.time)));
      return `${time} ${textOf(log, String(log[messageKey]), colors)}`;
    },
  });
}

type LogLine = Readonly<Record<string, unknown>>;

function textOf(log: LogLine, message: string, colors: Colors): string {
  if (log.method !== undefined) return requestText(log, colors);
  const { err } = log as { err?: { stack?: string } };
  if (err !== undefined) return colors.red(err.stack ?? message);
  return Number(log.level) >= 40 ? colors.yellow(message) : message;
}

function requestText({ method, path, status, ms, key, remaining }: LogLine, colors: Colors): string {
  const outcome = status === undefined ? colors.red('cut') : colorOf(Number(status), colors)(String(status));
  const left = remaining === undefined ? undefined : `${remaining} left`;
  const rest = [`${ms} ms`, key, left].filter((part) => part !== undefined);
  return `${method} ${path} ${outcome} ${colors.dim(rest.join(' '))}`;
}

function colorOf(status: number, { red, yellow, cyan, green }: Colors): (text: string) => string {
  if (status >= 500) return red;
  if (status >= 400) return yellow;
  return status >= 300 ? cyan : green;
}

/** The local time of day of an ISO timestamp. */
function clockTime(timestamp: string): string {
  return new Date(timestamp).toTimeString().slice(0, 8);
}
