import type { Draw } from '../contract-tests/draw.js';

/** One kind of attack on the built product. The same seed sends the same. */
export interface Attack {
  /** For `--only` and the table, such as `raw-requests`. */
  readonly name: string;
  /** What it sends, and what must hold, in a line of the table. */
  readonly what: string;
  run(context: AttackContext): Promise<AttackResult>;
}

export interface AttackContext {
  readonly seed: number;
  /** Multiplies how much is tried: 1 for a whole run. */
  readonly scale: number;
  /** A folder of this attack, empty at first and deleted afterwards. */
  readonly folder: string;
  /** Reports how much was tried so far, and how much will be. */
  progress(done: number, all: number): void;
}

export interface AttackResult {
  readonly tried: number;
  /** What did not hold, each with what is needed to try it again. */
  readonly failures: readonly string[];
}

/** Returns how often to try something: `count` times the scale, at least once. */
export function scaled({ scale }: AttackContext, count: number): number {
  return Math.max(1, Math.round(count * scale));
}

const SHOWN_CHARACTERS = 600;

/** Returns what was sent or received on one line, without the middle of a long one. */
export function shown(text: string): string {
  const left = text.length - SHOWN_CHARACTERS;
  const half = SHOWN_CHARACTERS / 2;
  return JSON.stringify(left <= 0 ? text : `${text.slice(0, half)}[… ${left} more …]${text.slice(-half)}`);
}

export function pick<Item>(draw: Draw, items: readonly Item[]): Item {
  return items[draw.integer(0, items.length - 1)] as Item;
}
