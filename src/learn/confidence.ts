import type { Reading } from '../judge/reading.js';
import type { Confidence } from '../profile/profile.js';

const MOST_EXCHANGES = 10;

/** How sure one can be of what was seen so often, always alike: twice is certain. */
export function confidenceOf(sightings: number): Confidence {
  if (sightings === 0) return 'none';
  return sightings === 1 ? 'likely' : 'certain';
}

/** The evidence of what some exchanges show: how sure it is, and the first of them. */
export function evidenceOf(readings: readonly Reading[]): { confidence: Confidence; exchanges: readonly number[] } {
  const exchanges = readings.slice(0, MOST_EXCHANGES).map(({ number }) => number);
  return { confidence: confidenceOf(readings.length), exchanges };
}
