import { createColors } from 'picocolors';

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
