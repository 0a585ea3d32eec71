import { askProgram } from './ask-program.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';

/** What it costs to parse one text. */
export interface JsonFigures {
  readonly title: string;
  readonly characters: number;
  readonly ownMs: number;
  /** The time of the parser to that of `JSON.parse`. */
  readonly ratio: number;
  /** Heap that the value holds, and that of `JSON.parse`. */
  readonly heldBytes: number;
  readonly heldByEngine: number;
}

/** Compares the JSON parser with `JSON.parse`, in a fresh process. */
export async function compareJson(rounds: number): Promise<readonly JsonFigures[]> {
  progress(`JSON: ${rounds} rounds`);
  return (await askProgram(['--expose-gc', programPath('json-cost'), String(rounds)])) as readonly JsonFigures[];
}
