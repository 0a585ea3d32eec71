import { isFromElsewhere, precedes } from '../../exchange/exchange.js';
import { groupBy } from '../../json/group-by.js';
import { quote } from '../../json/quoting.js';
import { parseRetryAfter } from '../../service/rate-limit-headers.js';
import { pairs } from '../ledger.js';
import { defineRules, inconclusive, judgeEach, passes, suspicious, violates } from '../note.js';
import { objectOf, type Reading, readingsBySending } from '../reading.js';
import type { Evidence, Note } from '../rule.js';

interface Caller {
  /** False if a recording does not show which keys these requests were sent with: there may be several. */
  readonly isOne: boolean;
  readonly requests: readonly Reading[];
}

function callersOf({ readings }: Evidence): Caller[] {
  const byName = groupBy(readings.filter(wasSent), nameOf);
  return [...byName].map(([name, requests]) => ({
    isOne: name !== undefined,
    requests: requests.sort(readingsBySending),
  }));
}

/** Returns whether two requests came with one key, or both certainly without any. */
export function isOneCaller(one: Reading, other: Reading): boolean {
  return nameOf(one) !== undefined && nameOf(one) === nameOf(other);
}

function nameOf(reading: Reading): string | undefined {
  return reading.credential.kind === 'none' ? 'no key' : reading.keyName;
}

/** A recording also contains responses of caches and tests, and the browser's own preflights. */
function wasSent({ isCached, exchange }: Reading): boolean {
  return !isCached && exchange.request.method !== 'OPTIONS' && !isFromElsewhere(exchange);
}

interface BackOffResponse extends Reading {
  /** `limit`: 429 (§8.3). `ban`: the key is banned (§8.4). */
  readonly kind: 'limit' | 'ban';
  /** `Retry-After` as it was written, for texts. */
  readonly retryAfter: string;
  /** The wait ends between these two, as the response came at any time of its exchange. Undefined without a valid Retry-After. */
  readonly silence: { readonly earliestEndMs: number; readonly latestEndMs: number } | undefined;
}

function backOffResponsesOf(requests: readonly Reading[]): BackOffResponse[] {
  const backOffs: BackOffResponse[] = [];
  const byReceipt = requests.toSorted((a, b) => a.exchange.endedMs - b.exchange.endedMs || a.number - b.number);
  for (const reading of byReceipt) {
    const kind = kindOf(reading, backOffs.length > 0);
    if (kind !== undefined) backOffs.push(readBackOffResponse(reading, kind));
  }
  return backOffs;
}

/** Returns whether a request was sent after a response had come: by number, too, since a fake's clock may be set back. */
function isAfter({ number, exchange }: Reading, limited: Reading): boolean {
  const isLater = number > limited.number && exchange.startedMs >= limited.exchange.endedMs;
  return isLater && precedes(limited.exchange, exchange);
}

/** Returns whether the client certainly had the back-off response when it sent a request. */
function isSurelyAfter({ exchange }: Reading, limited: Reading): boolean {
  return limited.number <= (exchange.sentAfter ?? 0);
}

/** Returns whether a request respects the wait; undefined if unknown. */
function respectsWait({ exchange }: Reading, { silence }: BackOffResponse): boolean | undefined {
  if (silence === undefined) return undefined;
  if (exchange.startedMs >= silence.latestEndMs - EARLY_MS) return true;
  return exchange.startedMs < silence.earliestEndMs - EARLY_MS ? false : undefined;
}

function readBackOffResponse(reading: Reading, kind: BackOffResponse['kind']): BackOffResponse {
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

/** How long after a response its client may still send without having read it. */
const NOTICE_MS = 250;

/** Timers fire a little early, and clocks are set right while one waits. */
const EARLY_MS = 100;

/** Recordings from browsers are often stripped of their keys: two requests in them may be of two clients. */
const KEY_UNKNOWN = 'the recording does not show which key was sent';

function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** Clients must wait as long as the service asks (§8.3), and retries that get another 429 come further and further apart (§8.4). */
export const backOffRules = defineRules({}, [
  {
    id: 'manners/waits-for-retry-after',
    title: 'Sends nothing with a key after its 429 until Retry-After has passed',
    statements: ['limits.client-backs-off-until-retry-after'],
    judge: judgeEach(callersOf, judgeWaiting),
  },
  {
    id: 'manners/silent-while-banned',
    title: 'Sends nothing with a banned key until the ban ends',
    statements: ['limits.insisting-client-may-be-banned', 'limits.client-backs-off-until-retry-after'],
    severity: 'implied',
    judge: judgeEach(callersOf, (caller) =>
      timings(caller.requests, backOffResponsesOf(caller.requests), 'ban').map((timing) => judgeTiming(timing, caller)),
    ),
  },
  {
    id: 'manners/backs-off-exponentially',
    title: 'Waits longer from retry to retry, or as long as Retry-After says, while it gets 429',
    statements: ['limits.client-backs-off-exponentially'],
    judge: judgeEach(callersOf, judgeCaller),
  },
]);

function judgeWaiting(caller: Caller): Note[] {
  const backOffs = backOffResponsesOf(caller.requests);
  const early = timings(caller.requests, backOffs, 'ban').filter(({ how }) => how === 'too-early');
  const duringBan = new Set(early.map(({ request }) => request));
  return [false, true].flatMap((isMessage) => {
    // A path that is spelled unusually may be that of messages, or not.
    const isOfQuota = ({ operation, isUsualPath }: Reading) =>
      isUsualPath && (operation?.rateLimitQuestion !== undefined) === isMessage;
    const own = backOffs.filter(isOfQuota);
    return (
      timings(caller.requests.filter(isOfQuota), own, 'limit')
        // The rule about bans judges requests during a ban.
        .filter(({ request }) => !duringBan.has(request))
        .map((timing) => judgeTiming(timing, caller))
    );
  });
}

function timings(
  requests: readonly Reading[],
  backOffs: readonly BackOffResponse[],
  kind: BackOffResponse['kind'],
): BackOffTiming[] {
  const own = backOffs.filter((backOff) => backOff.kind === kind);
  return [...backOffTimingsOf(requests, own)].map((timing) =>
    timing.how === 'at-once' && isInsisting(timing.request, requests, own) ? { ...timing, how: 'too-early' } : timing,
  );
}

/** Returns whether the same got 429 twice in a row, with each response received: then it cannot have been in flight. */
function isInsisting(request: Reading, all: readonly Reading[], backOffs: readonly BackOffResponse[]): boolean {
  const limitedBefore = (later: Reading | undefined) => {
    const last = all.findLast((one) => later && lineOf(one) === lineOf(later) && isSurelyAfter(later, one));
    return backOffs.some(({ number }) => number === last?.number) ? last : undefined;
  };
  return limitedBefore(limitedBefore(request)) !== undefined;
}

function judgeTiming({ request, backOff, how }: BackOffTiming, { isOne }: Caller): Note {
  const { kind, retryAfter, silence, status } = backOff;
  const before = `exchange ${backOff.number} got ${status}`;
  if (silence === undefined) return inconclusive(request, `${before} without a time to wait`);
  if (how === 'in-time') return passes(request);
  if (!isOne) return inconclusive(request, KEY_UNKNOWN);
  if (how === 'unclear') {
    return inconclusive(request, `${before}, and whether the time indicated had passed depends on the clock`);
  }
  if (how === 'at-once') {
    const why = `${before}, and the request may have been in flight already: let a fake's clock run on between requests`;
    return suspicious(request, why);
  }
  const afterMs = request.exchange.startedMs - backOff.exchange.endedMs;
  return violates(request, {
    problem:
      kind === 'ban'
        ? 'a request was sent with a key that was known to be banned'
        : 'a request was sent before the time that Retry-After indicates had passed',
    expected: `no request until Retry-After has passed (${status}, Retry-After: ${quote(retryAfter)})`,
    received: `a request ${inSeconds(afterMs)} after that response`,
    related: [backOff],
  });
}

/** Whether a request respects the last back-off response that its sender had received. */
interface BackOffTiming {
  readonly request: Reading;
  readonly backOff: BackOffResponse;
  /** `unclear`: it may be either. `at-once`: sent so shortly after the response that the client may not have read it. */
  readonly how: 'in-time' | 'too-early' | 'at-once' | 'unclear';
}

/** Returns how requests respect the last back-off response to one caller: the service's latest statement on when to retry. */
function* backOffTimingsOf(
  requests: readonly Reading[],
  backOffs: readonly BackOffResponse[],
): Iterable<BackOffTiming> {
  const shortest = shortestOf(backOffs);
  let received = 0;
  let noticed = 0;
  for (const request of requests) {
    while (received < backOffs.length && isAfter(request, backOffs[received] as BackOffResponse)) received++;
    const isNoticed = ({ exchange }: Reading) => request.exchange.startedMs - exchange.endedMs >= NOTICE_MS;
    while (noticed < received && isNoticed(backOffs[noticed] as BackOffResponse)) noticed++;
    const known = shortest[noticed - 1];
    const fresh = received > noticed ? shortest[received - 1] : undefined;
    const timing = timingOf(request, known, fresh);
    if (timing !== undefined) yield { request, ...timing };
  }
}

/** Of back-off responses received together the shortest counts. Returns it for each of them as the last one. */
function shortestOf(backOffs: readonly BackOffResponse[]): BackOffResponse[] {
  const endOf = ({ silence }: BackOffResponse) => silence?.earliestEndMs ?? Number.POSITIVE_INFINITY;
  let first = 0;
  return backOffs.map((last, index) => {
    while (last.exchange.endedMs - (backOffs[first] ?? last).exchange.endedMs >= NOTICE_MS) first++;
    return backOffs.slice(first, index).reduce((one, other) => (endOf(other) < endOf(one) ? other : one), last);
  });
}

function timingOf(
  request: Reading,
  known: BackOffResponse | undefined,
  fresh: BackOffResponse | undefined,
): Omit<BackOffTiming, 'request'> | undefined {
  const isRespected = known && respectsWait(request, known);
  if (known !== undefined && isRespected === false) {
    const isCalledOff = fresh !== undefined && respectsWait(request, fresh) !== false;
    return { backOff: known, how: isCalledOff ? 'unclear' : 'too-early' };
  }
  if (fresh !== undefined) {
    return { backOff: fresh, how: respectsWait(request, fresh) === true ? 'in-time' : 'at-once' };
  }
  return known && { backOff: known, how: isRespected === true ? 'in-time' : 'unclear' };
}

function lineOf({ exchange }: Reading): string {
  const { method, url, body } = exchange.request;
  return `${method} ${url} ${body}`;
}

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
    else if (isBeforeRetryAfter(reading, last)) chain.push(reading);
    else {
      yield* judgeChain(chain, caller);
      yield passes(reading);
      open.set(line, [reading]);
    }
  }
  for (const chain of open.values()) yield* judgeChain(chain, caller);
}

/** Returns whether a retry came before Retry-After had passed, or without one to go by. */
function isBeforeRetryAfter(retry: Reading, limited: Reading): boolean {
  const backOff = readBackOffResponse(limited, 'limit');
  return backOff.silence === undefined || respectsWait(retry, backOff) === false;
}

const NOISE_MS = 20;

/** Waits that go up and down may be exponential and random: it takes more of them to be sure. */
const STEADY_WAITS = 2;
const RANDOM_WAITS = 4;

const MOST_LISTED = 6;

function* judgeChain(chain: Chain, { isOne }: Caller): Iterable<Note> {
  const waitsMs = pairs(chain).map(([before, retry]) => waitBefore(retry, before));
  const [firstMs = 0, ...laterMs] = waitsMs;
  const noiseMs = Math.max(NOISE_MS, firstMs / 20);
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
    received: `waits of ${waitsMs.slice(0, MOST_LISTED).map(inSeconds).join(', ')}`,
    related: chain.slice(0, -1),
  });
}

/** Returns whether each was sent after the 429 of the one before was received. A different request is not a retry. */
function isOneByOne(chain: Chain): boolean {
  return pairs(chain).every(([before, retry]) => isSurelyAfter(retry, before) && lineOf(retry) === lineOf(before));
}

function waitBefore(retry: Reading, limited: Reading): number {
  return retry.exchange.startedMs - limited.exchange.endedMs;
}
