import type { Call } from '../call.js';
import { banned } from '../limits/key-refusals.js';
import type { Refusal } from '../refusal.js';

/** Refuses a key for as long as it is banned (§8.4). */
export function refuseBanned(call: Call): Refusal | undefined {
  const untilMs = call.account?.bannedUntilMs;
  return untilMs !== undefined && call.nowMs < untilMs ? banned(call, untilMs) : undefined;
}
