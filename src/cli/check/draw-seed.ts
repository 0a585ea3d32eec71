import { randomInt } from 'node:crypto';

/** Draws a seed where the user gave none, so that parallel runs do not meet at one pet. */
export function drawSeed(): number {
  return randomInt(2 ** 32);
}
