import { isFromElsewhere } from '../../exchange/exchange.js';
import { groupBy } from '../../json/group-by.js';
import { type Reading, readingsBySending } from '../reading.js';
import type { Evidence } from '../rule.js';

/** Everybody who sent with one key, or without any. */
export interface Caller {
  /** False if a recording does not show which keys these requests were sent with: there may be several. */
  readonly isOne: boolean;
  readonly requests: readonly Reading[];
}

/** Groups the requests that reached the service by the key they came with. */
export function callersOf({ readings }: Evidence): Caller[] {
  const byName = groupBy(readings.filter(wasSent), nameOf);
  return [...byName].map(([name, requests]) => ({
    isOne: name !== undefined,
    requests: requests.sort(readingsBySending),
  }));
}

/** Returns whether two requests came with one key, or both certainly without any. */
export function isOneCaller(one: Reading, other: Reading): boolean {
  return nameOf(one) !== undefined && nameOf(one) === nameOf(other);
}

function nameOf(reading: Reading): string | undefined {
  return reading.credential.kind === 'none' ? 'no key' : reading.keyName;
}

/** A recording also contains responses of caches and tests, and the browser's own preflights. */
function wasSent({ isCached, exchange }: Reading): boolean {
  return !isCached && exchange.request.method !== 'OPTIONS' && !isFromElsewhere(exchange);
}
