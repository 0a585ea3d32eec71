import type { Reading } from '../reading.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, suspicious, violates } from '../rule.js';
import {
  inSeconds,
  isAfter,
  isSurelyAfter,
  KEY_UNKNOWN,
  NOTICE_MS,
  readBackOffResponse,
  respectsWait,
} from './back-off-responses.js';
import { type Caller, callersOf } from './callers.js';

/** Retries that get another 429 must come further and further apart (§8.4). */
export const backOffRules = ruleFamily({}, [
  {
    id: 'manners/backs-off-exponentially',
    title: 'Waits longer from retry to retry, or as long as Retry-After says, while it gets 429',
    statements: ['limits.client-backs-off-exponentially'],
    judge: judgeEach(callersOf, judgeCaller),
  },
]);

/** One request that got 429 several times in a row, each time sent again before Retry-After had passed. */
type Chain = readonly [Reading, ...Reading[]];

function* judgeCaller(caller: Caller): Iterable<Note> {
  let open = new Map<string, [Reading, ...Reading[]]>();
  for (const reading of caller.requests) {
    // Any other response ends the series.
    if (!reading.isLimited) {
      for (const chain of open.values()) yield* judgeChain(chain, caller);
      open = new Map();
      continue;
    }
    const { method, url } = reading.exchange.request;
    const line = `${method} ${url}`;
    const chain = open.get(line);
    const last = chain?.at(-1);
    if (chain === undefined || last === undefined) open.set(line, [reading]);
    else if (!isAfter(reading, last)) continue;
    else if (isHasty(reading, last)) chain.push(reading);
    else {
      yield* judgeChain(chain, caller);
      yield passes(reading);
      open.set(line, [reading]);
    }
  }
  for (const chain of open.values()) yield* judgeChain(chain, caller);
}

/** Returns whether a retry came before Retry-After had passed, or without one to go by. */
function isHasty(retry: Reading, limited: Reading): boolean {
  const backOff = readBackOffResponse(limited, 'limit');
  return backOff.silence === undefined || respectsWait(retry, backOff) === false;
}

const NOISE_MS = 20;
const NOISE_SHARE = 0.05;

/** Waits that go up and down may be exponential and random: it takes more of them to be sure. */
const STEADY_WAITS = 2;
const RANDOM_WAITS = 4;

function* judgeChain(chain: Chain, { isOne }: Caller): Iterable<Note> {
  const waitsMs = chain.slice(1).map((retry, index) => waitBefore(retry, chain[index]));
  const [firstMs = 0, ...laterMs] = waitsMs;
  const noiseMs = Math.max(NOISE_MS, firstMs * NOISE_SHARE);
  const last = chain.at(-1) ?? chain[0];
  if (laterMs.some((waitMs) => waitMs > firstMs + noiseMs)) return yield passes(last);
  const isSteady = laterMs.every((waitMs) => waitMs >= firstMs - noiseMs);
  if (waitsMs.length < (isSteady ? STEADY_WAITS : RANDOM_WAITS)) return;
  if (!isOne) return yield inconclusive(last, KEY_UNKNOWN);
  if (waitBefore(last, chain[0]) < NOTICE_MS && !isOneByOne(chain)) {
    return yield suspicious(last, `${chain.length} equal requests got 429 in one moment, and may not be retries`);
  }
  yield violates(last, {
    problem: 'retries after repeated 429s did not come further apart',
    expected: 'waits that grow from retry to retry, or that last as long as Retry-After says',
    received: `waits of ${listed(waitsMs)}`,
    related: chain.slice(0, -1),
  });
}

/** Returns whether each was sent after the 429 of the one before was received. A different request is not a retry. */
function isOneByOne([first, ...retries]: Chain): boolean {
  let before = first;
  return retries.every((retry) => {
    const isRetry = isSurelyAfter(retry, before) && retry.exchange.request.body === first.exchange.request.body;
    before = retry;
    return isRetry;
  });
}

function waitBefore(retry: Reading, limited: Reading | undefined): number {
  return retry.exchange.startedMs - (limited ?? retry).exchange.endedMs;
}

const MOST_LISTED = 6;

function listed(waitsMs: readonly number[]): string {
  const shown = waitsMs.slice(0, MOST_LISTED).map(inSeconds).join(', ');
  return waitsMs.length > MOST_LISTED ? `${shown} and so on` : shown;
}
