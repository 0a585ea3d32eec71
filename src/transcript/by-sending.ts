import type { Exchange } from './exchange.js';

type Sent = Pick<Exchange, 'number' | 'startedMs'>;

/** For `sort`: what was sent first comes first, whichever answer was complete first. */
export function bySending(one: Sent, other: Sent): number {
  return one.startedMs - other.startedMs || one.number - other.number;
}
