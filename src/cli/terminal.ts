import { createColors } from 'picocolors';
import type { Colors, Look } from '../../contract-tests/report/terminal-text.js';
import { quoteForShell } from '../exchange/curl-line.js';
import { InputError } from '../json/input-error.js';
import { oneLine } from '../json/quoting.js';

export type { Colors };

/** Where text goes; `process.stdout` is one. */
export interface TextSink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
}

export interface Terminal {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Exit codes. `incomplete`: stopped early, not finished, or a bug in a command of the suite. */
export const ExitCode = { passed: 0, failed: 1, usage: 2, incomplete: 3 } as const;

/** Prints a line on stderr that says where it comes from. */
export function warn({ stderr }: Pick<Terminal, 'stderr'>, text: string): void {
  stderr.write(`petstore-mock: ${oneLine(text)}\n`);
}

/** Runs `write`; returns the message of its InputError, if it throws one. Requests were sent by then: the results are still printed. */
export function problemOf(write: () => void): string | undefined {
  try {
    write();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return undefined;
}

/** Prints what could not be written; returns the exit code, which that turns from 0 into 3. */
export function reportProblems(
  exitCode: number,
  problems: readonly (string | undefined)[],
  terminal: Pick<Terminal, 'stderr'>,
): number {
  const found = problems.filter((problem) => problem !== undefined);
  for (const problem of found) warn(terminal, problem);
  return exitCode === ExitCode.passed && found.length > 0 ? ExitCode.incomplete : exitCode;
}

/** Returns the colours for a sink: NO_COLOR and FORCE_COLOR decide, else whether it is a terminal with colours. */
export function colorsFor(sink: TextSink, { NO_COLOR, FORCE_COLOR }: Terminal['variables']): Colors {
  if (NO_COLOR) return createColors(false);
  if (FORCE_COLOR !== undefined) return createColors(FORCE_COLOR !== '0' && FORCE_COLOR !== 'false');
  return createColors(sink.isTTY === true && sink.hasColors?.() === true);
}

const FEWEST_COLUMNS = 40;
const MOST_COLUMNS = 100;
const DEFAULT_COLUMNS = 80;

/** Returns how many columns to format text for: those of the terminal; otherwise COLUMNS, or 80. Between 40 and 100. */
export function columnsOf(sink: TextSink, { COLUMNS = '' }: Terminal['variables']): number {
  const ofTerminal = sink.isTTY === true ? sink.columns : undefined;
  // Some terminals report a width of 0.
  const known = ofTerminal || (/^\d{1,5}$/.test(COLUMNS) ? Number(COLUMNS) : 0);
  return Math.min(MOST_COLUMNS, Math.max(FEWEST_COLUMNS, known || DEFAULT_COLUMNS));
}

export function layoutFor(sink: TextSink, variables: Terminal['variables']): Look {
  return { colors: colorsFor(sink, variables), width: columnsOf(sink, variables) };
}

/** Asks a yes-or-no question; anything but yes means no. Undefined without a terminal to ask on. */
export type Confirm = ((question: string) => Promise<boolean>) | undefined;

/** Returns how to ask questions on a terminal; undefined if there is none. Ctrl-C, Ctrl-D, a signal and the end of the terminal mean no. */
export function confirmOn(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream, signal: AbortSignal): Confirm {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  // Where the terminal is gone, closing a question fails once more.
  stdin.on('error', () => {});
  return async (question) => {
    // Late: most runs ask nothing.
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: stdin, output: stderr });
    const gone = new AbortController();
    for (const event of ['close', 'error']) lines.on(event, () => gone.abort());
    // A terminal that is read key by key sends no signal.
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    try {
      const given = await lines.question(`${question} [y/N] `, { signal: AbortSignal.any([signal, gone.signal]) });
      return /^y(?:es)?$/i.test(given.trim());
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
      stderr.write('\n');
      return false;
    } finally {
      lines.close();
    }
  };
}

export function shellWord(text: string): string {
  return /^[\w.:/~-]+$/.test(text) ? text : quoteForShell(text);
}
