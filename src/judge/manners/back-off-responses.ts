import { parseRetryAfter } from '../../spec/rate-limit-headers.js';
import { objectOf, type Reading } from '../reading.js';

/** An answer that tells its client to be silent for a while. */
export interface BackOffResponse {
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

/** Returns the refusals among one caller's requests, in the order in which they were received. */
export function backOffResponsesOf(requests: readonly Reading[]): BackOffResponse[] {
  const refusals: BackOffResponse[] = [];
  for (const reading of [...requests].sort(byReceipt)) {
    const kind = kindOf(reading, refusals.length > 0);
    if (kind !== undefined) refusals.push(readBackOffResponse(reading, kind));
  }
  return refusals;
}

/** Returns whether one request was sent after an answer had come: by time, and by number, since a fake's clock may be set back. */
export function isAfter(request: Reading, refused: Reading): boolean {
  return request.number > refused.number && request.exchange.startedMs >= refused.exchange.endedMs;
}

/** Returns whether the refusal was in its receiver's hands for certain when a request was sent. */
export function isSurelyAfter({ exchange }: Reading, refused: Reading): boolean {
  return refused.number <= (exchange.sentAfter ?? 0);
}

/** Returns whether a request keeps the silence; undefined where nobody can tell. */
export function keepsSilence({ exchange }: Reading, { silence }: BackOffResponse): boolean | undefined {
  if (silence === undefined) return undefined;
  if (exchange.startedMs >= silence.latestEndMs - EARLY_MS) return true;
  return exchange.startedMs < silence.earliestEndMs - EARLY_MS ? false : undefined;
}

export function readBackOffResponse(reading: Reading, kind: BackOffResponse['kind']): BackOffResponse {
  const retryAfter = reading.header('retry-after')?.trim() ?? '';
  return { reading, kind, retryAfter, silence: silenceOf(reading, retryAfter) };
}

/** What a banned key is answered is open (`ban-status`): a 403 that asks for patience after a 429 can mean nothing else. */
function kindOf(reading: Reading, hasBeenRefused: boolean): BackOffResponse['kind'] | undefined {
  const { status, isLimited, header } = reading;
  if (!isLimited && status !== 403) return undefined;
  if (objectOf(reading.received)?.code === 'key_banned') return 'ban';
  if (isLimited) return 'limit';
  return hasBeenRefused && header('retry-after') !== undefined ? 'ban' : undefined;
}

const LAST_MS = 8.64e15;

/** A date may be held against the client's own clock or the service's: whichever lets the client speak earlier counts. */
function silenceOf({ exchange, answeredMs }: Reading, retryAfter: string): BackOffResponse['silence'] {
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

/**
 * How long after an answer came its client may still send without having looked at it: what was on its way, or about to be. A fake's
 * journal tells when an answer was made and not when it was read, and with a clock that stands still all is one moment.
 */
export const NOTICE_MS = 250;

/**
 * Equal requests that may have been sent side by side, without looking at answers: each card of a page may load the same. Who
 * sends more of them in the moment of a refusal has read it, and insists.
 */
export const MOST_SIDE_BY_SIDE = 20;

/**
 * How often in a row the same has to be sent again in the moment of its refusal, this being in hand. Once may be another part of a
 * page that asks for the same a little later, and that no real service would have answered so soon.
 */
export const ENOUGH_REPEATS = 2;

/** Timers fire a little early, and clocks are set right while one waits. */
const EARLY_MS = 100;

/** Recordings from browsers are often stripped of their keys: two requests in them may be of two clients. */
export const KEY_UNKNOWN = 'the recording does not tell with which key it was sent';

/** Writes a length of time: `0.3 s`, `90 s`. */
export function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
