import { askProgram } from './ask-program.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';

/** What a fresh fake of 100 pets costs. */
export interface WorldFigures {
  readonly freshMs: number;
  readonly byHandMs: number;
  /** What the fake costs to what the hand-written lines cost. */
  readonly ratio: number;
  readonly resetMs: number;
  /** Taking a snapshot and putting it back. */
  readonly restoreMs: number;
  /** Heap that a live fake holds. */
  readonly kilobytes: number;
}

/** Times fresh fakes against hand-written lines, in a fresh process. */
export async function compareWorlds(batches: number): Promise<WorldFigures> {
  progress(`fresh fakes: ${batches} batches each`);
  return (await askProgram(['--expose-gc', programPath('world-cost'), String(batches)])) as WorldFigures;
}
