import { parseRateLimitHeaders } from '../../spec/rate-limit-headers.js';
import { parseRetryAfter } from '../../spec/retry-after.js';
import { countOf, momentOf } from '../parts/tell-time.js';

type HeaderPairs = readonly (readonly string[])[];

/** Says in words what the rate-limit headers of an answer mean (§8.1 to §8.3); `at`: when the request came. */
export function explainLimits(headers: HeaderPairs, at: string): readonly string[] {
  const get = (name: string) => headers.find(([one]) => one?.toLowerCase() === name.toLowerCase())?.[1] ?? null;
  const atMs = Date.parse(at);
  const sentences: string[] = [];

  const limits = parseRateLimitHeaders({ get });
  if (limits !== undefined) {
    const { limit, remaining, resetSeconds } = limits;
    const left = remaining === 0 ? 'None' : countOf(remaining);
    sentences.push(
      `${left} of ${countOf(limit)} requests left; the limit resets ${moment(resetSeconds * 1000, atMs)}.`,
    );
  }
  const retryAfter = get('retry-after');
  const untilMs = retryAfter === null ? undefined : parseRetryAfter(retryAfter, atMs);
  if (untilMs !== undefined) sentences.push(`The client is to send nothing until ${moment(untilMs, atMs, '')}.`);
  return sentences;
}

/** A moment, and how long after the request it is. */
function moment(ms: number, fromMs: number, preposition = 'at '): string {
  return `${preposition}${momentOf(Math.ceil(ms / 1000) * 1000)}, ${lengthOf(ms - fromMs)}`;
}

function lengthOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const words = parts.flatMap((count, index) => (count === 0 ? [] : [`${count} ${['h', 'min', 's'][index]}`]));
  const length = words.length === 0 ? '0 s' : words.join(' ');
  return ms < 0 ? `${length} before the request` : `${length} after the request`;
}
