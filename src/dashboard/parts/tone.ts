/** How a request ended, or a state that is as good or as bad. Each has a class `is-…` that sets its colours. */
export type Tone = 'ok' | 'refused' | 'limited' | 'failed' | 'broken';

/** Returns the tone of a status; null where the connection broke. */
export function toneOf(status: number | null): Tone {
  if (status === null) return 'broken';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

const LITTLE = 0.2;

/** Returns how alarming it is that so much is left; undefined where it is not. */
export function quotaTone(remaining: number, limit: number): Tone | undefined {
  if (remaining <= 0) return 'failed';
  return remaining <= limit * LITTLE ? 'refused' : undefined;
}
