import { precedes } from '../../exchange/exchange.js';
import { parseRetryAfter } from '../../service/rate-limit-headers.js';
import { objectOf, type Reading } from '../reading.js';

/** A response that asks its client to wait. */
export interface BackOffResponse extends Reading {
  /** `limit`: 429 (§8.3). `ban`: the key is banned (§8.4). */
  readonly kind: 'limit' | 'ban';
  /** `Retry-After` as it was written, for texts. */
  readonly retryAfter: string;
  /** The wait ends between these two, as the response came at any time of its exchange. Undefined without a valid Retry-After. */
  readonly silence: { readonly earliestEndMs: number; readonly latestEndMs: number } | undefined;
}

/** Returns the back-off responses of one caller, in the order in which they were received. */
export function backOffResponsesOf(requests: readonly Reading[]): BackOffResponse[] {
  const backOffs: BackOffResponse[] = [];
  for (const reading of [...requests].sort(byReceipt)) {
    const kind = kindOf(reading, backOffs.length > 0);
    if (kind !== undefined) backOffs.push(readBackOffResponse(reading, kind));
  }
  return backOffs;
}

/** Returns whether a request was sent after a response had come: by number, too, since a fake's clock may be set back. */
export function isAfter({ number, exchange }: Reading, limited: Reading): boolean {
  const isLater = number > limited.number && exchange.startedMs >= limited.exchange.endedMs;
  return isLater && precedes(limited.exchange, exchange);
}

/** Returns whether the client certainly had the back-off response when it sent a request. */
export function isSurelyAfter({ exchange }: Reading, limited: Reading): boolean {
  return limited.number <= (exchange.sentAfter ?? 0);
}

/** Returns whether a request respects the wait; undefined if unknown. */
export function respectsWait({ exchange }: Reading, { silence }: BackOffResponse): boolean | undefined {
  if (silence === undefined) return undefined;
  if (exchange.startedMs >= silence.latestEndMs - EARLY_MS) return true;
  return exchange.startedMs < silence.earliestEndMs - EARLY_MS ? false : undefined;
}

export function readBackOffResponse(reading: Reading, kind: BackOffResponse['kind']): BackOffResponse {
  const retryAfter = reading.header('retry-after')?.trim() ?? '';
  return { ...reading, kind, retryAfter, silence: silenceOf(reading, retryAfter) };
}

/** The status for a banned key is open (`ban-status`): a 403 with Retry-After after a 429 can mean nothing else. */
function kindOf(reading: Reading, hasBeenLimited: boolean): BackOffResponse['kind'] | undefined {
  const { status, isLimited, header } = reading;
  if (!isLimited && status !== 403) return undefined;
  if (objectOf(reading.received)?.code === 'key_banned') return 'ban';
  if (isLimited) return 'limit';
  return hasBeenLimited && header('retry-after') !== undefined ? 'ban' : undefined;
}

const LAST_MS = 8.64e15;

/** A date may be compared with the client's clock or the service's: the earlier moment counts. */
function silenceOf({ exchange, respondedMs }: Reading, retryAfter: string): BackOffResponse['silence'] {
  const untilMs = parseRetryAfter(retryAfter, respondedMs);
  if (untilMs === undefined || untilMs > LAST_MS) return undefined;
  const waitMs = Math.max(0, untilMs - respondedMs);
  const ownMs = /^\d+$/.test(retryAfter) ? Number.POSITIVE_INFINITY : untilMs;
  return {
    earliestEndMs: Math.min(exchange.startedMs + waitMs, ownMs),
    latestEndMs: Math.min(exchange.endedMs + waitMs, ownMs),
  };
}

function byReceipt(one: Reading, other: Reading): number {
  return one.exchange.endedMs - other.exchange.endedMs || one.number - other.number;
}

/**
 * How long after a response the client may still send without having read it: requests in flight or about to be sent. A fake's
 * journal knows when a response was sent, not when it was read, and with a frozen clock everything happens at one instant.
 */
export const NOTICE_MS = 250;

/** Timers fire a little early, and clocks are set right while one waits. */
const EARLY_MS = 100;

/** Recordings from browsers are often stripped of their keys: two requests in them may be of two clients. */
export const KEY_UNKNOWN = 'the recording does not show which key was sent';

/** Writes a length of time: `0.3 s`, `90 s`. */
export function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
