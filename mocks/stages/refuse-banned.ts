import type { Call } from '../call.js';
import { activeBan } from '../limits/account.js';
import { banned } from '../limits/banned.js';
import type { Refusal } from '../outcomes/refusal.js';

/** Refuses a key for as long as it is banned (§8.4). */
export function refuseBanned(call: Call): Refusal | undefined {
  const ban = call.account && activeBan(call.account, call.nowMs);
  return ban && banned(call, ban.untilMs);
}
