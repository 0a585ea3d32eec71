import { createInterface } from 'node:readline/promises';
import { createColors } from 'picocolors';
import { shellWord as quoted } from '../exchange/curl-line.js';
import { oneLine } from '../spec/quoting.js';

/** Where text goes; `process.stdout` is one. */
export interface TextSink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Of a terminal. */
  readonly columns?: number;
  hasColors?(): boolean;
}

/** What a command sees of the process that it runs in. */
export interface Terminal {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** The working directory: the settings file is looked for in it. */
  readonly folder: string;
  /** The environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Prints a line on stderr that says where it comes from. */
export function warn({ stderr }: Pick<Terminal, 'stderr'>, text: string): void {
  stderr.write(`petstore-mock: ${oneLine(text)}\n`);
}

export type Colors = ReturnType<typeof createColors>;

/** Answers colours for what reads a sink: NO_COLOR and FORCE_COLOR decide, else whether it is a terminal that has any. */
export function colorsFor(sink: TextSink, variables: Terminal['variables']): Colors {
  return createColors(hasColors(sink, variables));
}

function hasColors(sink: TextSink, { NO_COLOR, FORCE_COLOR }: Terminal['variables']): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return sink.isTTY === true && sink.hasColors?.() === true;
}

const FEWEST_COLUMNS = 40;
/** Longer lines are hard to read. */
const MOST_COLUMNS = 100;
const DEFAULT_COLUMNS = 80;

/**
 * Returns how many columns a text for people may take: those of the terminal that reads a sink, as they are now; elsewhere COLUMNS, or
 * 80. Never fewer than 40, never more than 100.
 */
export function columnsOf(sink: TextSink, { COLUMNS = '' }: Terminal['variables']): number {
  const ofTerminal = sink.isTTY === true ? sink.columns : undefined;
  // A terminal that tells no size says that it has none at all.
  const told = ofTerminal || (/^\d{1,5}$/.test(COLUMNS) ? Number(COLUMNS) : 0);
  return Math.min(MOST_COLUMNS, Math.max(FEWEST_COLUMNS, told || DEFAULT_COLUMNS));
}

/** How a text for people looks. */
export interface Layout {
  readonly colors: Colors;
  /** How wide a line may be. */
  readonly columns: number;
}

/** Returns what a sink can show. */
export function layoutFor(sink: TextSink, variables: Terminal['variables']): Layout {
  return { colors: colorsFor(sink, variables), columns: columnsOf(sink, variables) };
}

/** Asks a question that takes yes or no; undefined where there is nobody to ask. Anything but yes is no. */
export type Confirm = ((question: string) => Promise<boolean>) | undefined;

/** Returns how to ask whoever sits at the terminal, if anybody does. */
export function confirmOn(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream): Confirm {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: stdin, output: stderr });
    try {
      return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  };
}

/** Writes a text as one word of a shell, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w.:/~-]+$/.test(text) ? text : quoted(text);
}
