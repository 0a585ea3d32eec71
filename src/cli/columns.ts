import type { Terminal, TextSink } from './terminal.js';

const FEWEST = 40;
/** Longer lines are hard to read. */
const MOST = 100;
const USUAL = 80;

/**
 * Answers how many columns a text for people may take: those of the terminal that reads a sink, as they are now; elsewhere COLUMNS, or
 * 80. Never fewer than 40, never more than 100.
 */
export function columnsOf(sink: TextSink, { COLUMNS = '' }: Terminal['variables']): number {
  const ofTerminal = sink.isTTY === true ? sink.columns : undefined;
  // A terminal that tells no size says that it has none at all.
  const told = ofTerminal || (/^\d{1,5}$/.test(COLUMNS) ? Number(COLUMNS) : 0);
  return Math.min(MOST, Math.max(FEWEST, told || USUAL));
}
