import { askProgram } from './ask-program.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';

export interface MswFigures {
  readonly productMicroseconds: number;
  readonly staticMicroseconds: number;
  readonly ratio: number;
}

/** Times the product's MSW handlers against a static one, in a fresh process. */
export async function compareInProcess(batches: number): Promise<MswFigures> {
  progress(`in process: ${batches} batches each`);
  return (await askProgram([programPath('msw-cost'), String(batches)])) as MswFigures;
}
