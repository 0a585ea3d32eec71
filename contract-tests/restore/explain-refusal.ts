import { parseRetryAfter } from '../../src/spec/retry-after.js';
import { headerOf } from '../../src/transcript/exchange.js';
import type { ReceivedAnswer } from '../../src/transcript/received-answer.js';

/** Answers why an answer is no success, as the end of a sentence; undefined when it is one. */
export function explainRefusal({ status, headers }: ReceivedAnswer, nowMs: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return `the service refused the key (${status})`;
  if (status === 404) return 'the service does not know the pet or the address (404)';
  if (status === 429) return explainLimit(headerOf(headers, 'retry-after'), nowMs);
  return `the service answered ${status}`;
}

function explainLimit(retryAfter: string | undefined, nowMs: number): string {
  const untilMs = retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, nowMs);
  const until = untilMs === undefined ? undefined : new Date(untilMs);
  if (until === undefined || Number.isNaN(until.getTime())) return 'the key is limited (429); run it again in a minute';
  return `the key is limited until ${until.toISOString()} (429); run it again then`;
}
