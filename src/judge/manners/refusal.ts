import { parseRetryAfter } from '../../spec/retry-after.js';
import { objectOf, type Reading } from '../reading.js';
import { EARLY_MS } from './fairness.js';

/** An answer that tells its client to be silent for a while. */
export interface Refusal {
  readonly reading: Reading;
  /** `limit`: 429 (§8.3). `ban`: it said that the key is banned (§8.4). */
  readonly kind: 'limit' | 'ban';
  /** `Retry-After` as it was written, for texts. */
  readonly retryAfter: string;
  /**
   * The silence ends between these two: the answer came somewhere between the start and the end of its exchange. Undefined where it does
   * not say when.
   */
  readonly silence: { readonly earliestEndMs: number; readonly latestEndMs: number } | undefined;
}

/** Answers the refusals among one caller's requests, in the order in which they were received. */
export function refusalsOf(requests: readonly Reading[]): Refusal[] {
  const refusals: Refusal[] = [];
  for (const reading of [...requests].sort(byReceipt)) {
    const kind = kindOf(reading, refusals.length > 0);
    if (kind !== undefined) refusals.push(readRefusal(reading, kind));
  }
  return refusals;
}

/** Tells whether one request was sent after an answer had come: by time, and by number, since a fake's clock may be set back. */
export function isAfter(request: Reading, refused: Reading): boolean {
  return request.number > refused.number && request.exchange.startedMs >= refused.exchange.endedMs;
}

/** Tells whether the refusal was in its receiver's hands for certain when a request was sent. */
export function isSurelyAfter({ exchange }: Reading, refused: Reading): boolean {
  return refused.number <= (exchange.sentAfter ?? 0);
}

/** Tells whether a request keeps the silence; undefined where nobody can tell. */
export function keepsSilence({ exchange }: Reading, { silence }: Refusal): boolean | undefined {
  if (silence === undefined) return undefined;
  if (exchange.startedMs >= silence.latestEndMs - EARLY_MS) return true;
  return exchange.startedMs < silence.earliestEndMs - EARLY_MS ? false : undefined;
}

export function readRefusal(reading: Reading, kind: Refusal['kind']): Refusal {
  const retryAfter = reading.header('retry-after')?.trim() ?? '';
  return { reading, kind, retryAfter, silence: silenceOf(reading, retryAfter) };
}

/** What a banned key is answered is open (`ban-status`): a 403 that asks for patience after a 429 can mean nothing else. */
function kindOf(reading: Reading, hasBeenRefused: boolean): Refusal['kind'] | undefined {
  const { status, isLimited, header } = reading;
  if (!isLimited && status !== 403) return undefined;
  if (objectOf(reading.received)?.code === 'key_banned') return 'ban';
  if (isLimited) return 'limit';
  return hasBeenRefused && header('retry-after') !== undefined ? 'ban' : undefined;
}

const LAST_MS = 8.64e15;

/** A date may be held against the client's own clock or the service's: whichever lets the client speak earlier counts. */
function silenceOf({ exchange, answeredMs }: Reading, retryAfter: string): Refusal['silence'] {
  const untilMs = parseRetryAfter(retryAfter, answeredMs);
  if (untilMs === undefined || untilMs > LAST_MS) return undefined;
  const waitMs = Math.max(0, untilMs - answeredMs);
  const ownMs = /^\d+$/.test(retryAfter) ? Number.POSITIVE_INFINITY : untilMs;
  return {
    earliestEndMs: Math.min(exchange.startedMs + waitMs, ownMs),
    latestEndMs: Math.min(exchange.endedMs + waitMs, ownMs),
  };
}

function byReceipt(one: Reading, other: Reading): number {
  return one.exchange.endedMs - other.exchange.endedMs || one.number - other.number;
}
