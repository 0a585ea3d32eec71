import { quote } from '../../json/quoting.js';
import type { Reading } from '../reading.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, suspicious, violates } from '../rule.js';
import {
  type BackOffResponse,
  backOffResponsesOf,
  inSeconds,
  isAfter,
  isSurelyAfter,
  KEY_UNKNOWN,
  NOTICE_MS,
  respectsWait,
} from './back-off-responses.js';
import { type Caller, callersOf } from './callers.js';

/** Clients must wait as long as the service asks (§8.3, §8.4). */
export const silenceRules = ruleFamily({}, [
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
  return [...backOffTimingsOf(requests, own)].map(findInsisting(requests, own));
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

/**
 * Returns how requests respect the back-off responses to one caller, both in order. A request in flight when the response came is not judged. The
 * last response counts: it is the service's latest statement on when to retry.
 */
function* backOffTimingsOf(
  requests: readonly Reading[],
  backOffs: readonly BackOffResponse[],
): Iterable<BackOffTiming> {
  const kindest = kindestOf(backOffs);
  let received = 0;
  let noticed = 0;
  for (const request of requests) {
    while (received < backOffs.length && isAfter(request, backOffs[received] as BackOffResponse)) received++;
    while (noticed < received && isNoticed(request, backOffs[noticed] as BackOffResponse)) noticed++;
    const known = kindest[noticed - 1];
    const fresh = received > noticed ? kindest[received - 1] : undefined;
    const timing = timingOf(request, known, fresh);
    if (timing !== undefined) yield { request, ...timing };
  }
}

function isNoticed(request: Reading, backOff: BackOffResponse): boolean {
  return isAfter(request, backOff) && request.exchange.startedMs - backOff.exchange.endedMs >= NOTICE_MS;
}

/**
 * Back-off responses received together, to requests sent together, may be respected one by one: the shortest counts.
 * Returns it for each of them as the last one.
 */
function kindestOf(backOffs: readonly BackOffResponse[]): BackOffResponse[] {
  let first = 0;
  return backOffs.map((last, index) => {
    while (last.exchange.endedMs - (backOffs[first] ?? last).exchange.endedMs >= NOTICE_MS) first++;
    return backOffs.slice(first, index).reduce(kinder, last);
  });
}

function kinder(one: BackOffResponse, other: BackOffResponse): BackOffResponse {
  return endOf(other) < endOf(one) ? other : one;
}

function endOf({ silence }: BackOffResponse): number {
  return silence?.earliestEndMs ?? Number.POSITIVE_INFINITY;
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

/**
 * How often in a row the same request must be repeated at the instant of its 429, with that response received. Once may be another part of a
 * page that needs the same a little later, faster than any real service responds.
 */
const ENOUGH_REPEATS = 2;

/**
 * Returns a function that treats a request at the instant of a 429 as too early if it cannot have been in flight: the same was sent
 * repeatedly after its own 429 was received.
 */
function findInsisting(
  requests: readonly Reading[],
  backOffs: readonly BackOffResponse[],
): (timing: BackOffTiming) => BackOffTiming {
  const repeats = countRepeats(requests, backOffs);
  return (timing) => {
    const isInsisting = timing.how === 'at-once' && (repeats.get(timing.request) ?? 0) >= ENOUGH_REPEATS;
    return isInsisting ? { ...timing, how: 'too-early' } : timing;
  };
}

/** Counts how often in a row each request was repeated, without a wait and after the last 429 was certainly received. */
function countRepeats(requests: readonly Reading[], backOffs: readonly BackOffResponse[]): Map<Reading, number> {
  const limited = new Set(backOffs.map(({ number }) => number));
  const repeats = new Map<Reading, number>();
  const sent = new Map<string, Reading[]>();
  for (const request of requests) {
    const line = lineOf(request);
    const equal = sent.get(line) ?? [];
    // Others of its kind may have been sent beside it.
    const before = request.exchange.sentAfter && equal.findLast((one) => isSurelyAfter(request, one));
    const isWaiting = before && request.exchange.startedMs - before.exchange.endedMs >= NOTICE_MS;
    if (before && limited.has(before.number) && !isWaiting) {
      repeats.set(request, (repeats.get(before) ?? 0) + 1);
    }
    sent.set(line, equal);
    equal.push(request);
  }
  return repeats;
}

function lineOf({ exchange }: Reading): string {
  const { method, url, body } = exchange.request;
  return `${method} ${url} ${body}`;
}
