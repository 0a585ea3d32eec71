import type { Call } from '../call.js';
import { banned } from '../limits/banned.js';
import type { Refusal } from '../outcomes/refusal.js';

/** Refuses a key for as long as it is banned (§8.4). */
export function refuseBanned(call: Call): Refusal | undefined {
  const ban = call.account?.ban;
  // A clock that was set back has not reached the ban yet.
  const isBanned = ban !== undefined && call.nowMs >= ban.fromMs && call.nowMs < ban.untilMs;
  return isBanned ? banned(call, ban.untilMs) : undefined;
}
