import { askProgram } from './ask-program.js';
import type { Effort } from './effort.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';
import type { Sample } from './statistics.js';

/** The list out of the product's MSW handlers, and out of a static one, batch by batch. */
export interface MswFigures {
  readonly productMicroseconds: Sample;
  readonly staticMicroseconds: Sample;
}

/** What a fresh fake of 100 pets costs, batch by batch. */
export interface WorldFigures {
  readonly freshMs: Sample;
  /** The hand-written lines. */
  readonly byHandMs: Sample;
  readonly resetMs: Sample;
  /** Taking a snapshot and putting it back. */
  readonly restoreMs: Sample;
  /** Heap that a live fake holds. */
  readonly kilobytes: number;
}

/** What it costs to parse one text, round by round. */
export interface JsonFigures {
  readonly title: string;
  readonly characters: number;
  readonly ownMs: Sample;
  /** By `JSON.parse`. */
  readonly engineMs: Sample;
  /** Heap that the value holds, and that of `JSON.parse`. */
  readonly heldBytes: number;
  readonly heldByEngine: number;
}

/** Times the product's MSW handlers against a static one, in a fresh process. */
export async function compareInProcess({ mswBatches }: Effort): Promise<MswFigures> {
  progress(`in process: ${mswBatches} batches each`);
  return (await askProgram([programPath('msw-cost'), String(mswBatches)])) as MswFigures;
}

/** Times fresh fakes against hand-written lines, in a fresh process. */
export async function compareWorlds({ worldBatches }: Effort): Promise<WorldFigures> {
  progress(`fresh fakes: ${worldBatches} batches each`);
  return (await askProgram(['--expose-gc', programPath('world-cost'), String(worldBatches)])) as WorldFigures;
}

/** Compares the JSON parser with `JSON.parse`, in a fresh process. */
export async function compareJson({ jsonRounds }: Effort): Promise<readonly JsonFigures[]> {
  progress(`JSON: ${jsonRounds} rounds`);
  return (await askProgram(['--expose-gc', programPath('json-cost'), String(jsonRounds)])) as readonly JsonFigures[];
}
