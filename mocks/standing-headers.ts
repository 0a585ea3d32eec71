import { type Behaviour, defaultBehaviour } from '../src/spec/behaviour.js';
import { formatHttpDate } from '../src/spec/http-date.js';

/**
 * Headers of every answer, whatever it says. `Date` comes from the world's clock, so that it never contradicts a reset time.
 * `cacheControl`: that of such answers of a deployment, which holds until somebody chooses another.
 */
export function standingHeaders(
  nowMs: number,
  status: number,
  behaviour: Behaviour,
  cacheControl?: string,
): Record<string, string> {
  const headers: Record<string, string> = { Date: formatHttpDate(nowMs) };
  const isLearned = cacheControl !== undefined && isCachingLeft(behaviour);
  const value = isLearned ? cacheControl : behaviour['cache-control'];
  if (value !== 'none') headers['Cache-Control'] = status === 429 && !isLearned ? unstored(value) : value;
  return headers;
}

/** Tells whether nobody has chosen how long answers may be kept. */
export function isCachingLeft(behaviour: Behaviour): boolean {
  return behaviour['cache-control'] === defaultBehaviour['cache-control'];
}

/** No cache stores a 429 (RFC 6585 §4): a value that allows it gives way. */
function unstored(value: string): string {
  return /(?:^|,)\s*no-store\s*(?:,|$)/i.test(value) ? value : 'no-store';
}
