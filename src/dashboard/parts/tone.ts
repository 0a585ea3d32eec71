/** The outcome of a request, or a state of similar severity. Each has a CSS class `is-…`. */
export type Tone = 'ok' | 'refused' | 'limited' | 'failed' | 'broken';

/** Returns the tone of a status; null means a failed connection. */
export function toneOf(status: number | null): Tone {
  if (status === null) return 'broken';
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

const LITTLE = 0.2;

/** Returns the tone of a remaining quota; undefined if enough is left. */
export function quotaTone(remaining: number, limit: number): Tone | undefined {
  if (remaining <= 0) return 'failed';
  return remaining <= limit * LITTLE ? 'refused' : undefined;
}
