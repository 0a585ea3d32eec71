import { once } from 'node:events';
import { startChild, stopChild } from './children.js';
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
  const child = startChild([programPath('msw-cost'), String(batches)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const ended = once(child, 'exit').then(() => undefined);
    const message = await Promise.race([once(child, 'message'), ended]);
    if (message === undefined) throw new Error('The comparison in process ended early; what it said stands above.');
    return message[0] as MswFigures;
  } finally {
    await stopChild(child);
  }
}
