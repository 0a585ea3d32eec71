import { formatHttpDate } from '../src/spec/http-date.js';

/** Headers of every answer, whatever it says. `Date` comes from the world's clock, so that it never contradicts a reset time. */
export function standingHeaders(nowMs: number): { Date: string; 'Cache-Control': string } {
  return { Date: formatHttpDate(nowMs), 'Cache-Control': 'no-store' };
}
