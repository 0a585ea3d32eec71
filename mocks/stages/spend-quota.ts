import type { Call } from '../call.js';
import { charge } from '../limits/charge.js';
import type { Refusal } from '../outcomes/refusal.js';

/** Counts the request against the minute and the day of its account, or refuses it with 429 (§8, §8.3). */
export function spendQuota(call: Call): Refusal | undefined {
  return call.account && charge(call, call.account);
}
