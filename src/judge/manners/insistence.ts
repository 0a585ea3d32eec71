import type { Reading } from '../reading.js';
import { ENOUGH_REPEATS, MOST_SIDE_BY_SIDE, NOTICE_MS } from './fairness.js';
import type { Heeding } from './heed.js';
import { isSurelyAfter, type Refusal } from './refusal.js';

/**
 * Answers a function that takes what was sent in the moment of a refusal for too early where it cannot have been on its way: the
 * same was sent too often, or again and again with its own refusal in hand. It is to be given heedings in order.
 */
export function findInsisting(
  requests: readonly Reading[],
  refusals: readonly Refusal[],
): (heeding: Heeding) => Heeding {
  const repeats = countRepeats(requests, refusals);
  const timesSent = new Map<string, number>();
  return (heeding) => {
    if (heeding.how !== 'at-once') {
      timesSent.clear();
      return heeding;
    }
    const line = lineOf(heeding.request);
    const times = (timesSent.get(line) ?? 0) + 1;
    timesSent.set(line, times);
    const isInsisting = times >= MOST_SIDE_BY_SIDE || (repeats.get(heeding.request) ?? 0) >= ENOUGH_REPEATS;
    return isInsisting ? { ...heeding, how: 'too-early' } : heeding;
  };
}

/** Counts how often in a row each request had been sent again, without a wait and with the last refusal surely in hand. */
function countRepeats(requests: readonly Reading[], refusals: readonly Refusal[]): Map<Reading, number> {
  const refused = new Set(refusals.map(({ reading }) => reading));
  const repeats = new Map<Reading, number>();
  const sent = new Map<string, Reading[]>();
  for (const request of requests) {
    const line = lineOf(request);
    const equal = sent.get(line) ?? [];
    // Others of its kind may have been sent beside it.
    const before = request.exchange.sentAfter && equal.findLast((one) => isSurelyAfter(request, one));
    if (before && refused.has(before) && !isAfterWait(request, before)) {
      repeats.set(request, (repeats.get(before) ?? 0) + 1);
    }
    sent.set(line, equal);
    equal.push(request);
  }
  return repeats;
}

function isAfterWait(request: Reading, before: Reading): boolean {
  return request.exchange.startedMs - before.exchange.endedMs >= NOTICE_MS;
}

function lineOf({ exchange }: Reading): string {
  const { method, url, body } = exchange.request;
  return `${method} ${url} ${body}`;
}
