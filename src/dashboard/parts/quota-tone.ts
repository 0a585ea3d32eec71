import type { Tone } from './tone.js';

const LITTLE = 0.2;

/** Answers how alarming it is that so much is left; undefined where it is not. */
export function quotaTone(remaining: number, limit: number): Tone | undefined {
  if (remaining <= 0) return 'failed';
  return remaining <= limit * LITTLE ? 'refused' : undefined;
}
