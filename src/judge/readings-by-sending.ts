import { bySending } from '../transcript/by-sending.js';
import type { Reading } from './reading.js';

/** For `sort`: what was sent first comes first. */
export function readingsBySending(one: Reading, other: Reading): number {
  return bySending(one.exchange, other.exchange);
}
