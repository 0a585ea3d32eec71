import { isAlwaysRateLimited } from '../../spec/operations.js';
import { quote } from '../../spec/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import { inconclusive, type Note, passes, type Rule, suspicious, violates } from '../rule.js';
import {
  type BackOffResponse,
  backOffResponsesOf,
  ENOUGH_REPEATS,
  inSeconds,
  isAfter,
  isSurelyAfter,
  KEY_UNKNOWN,
  MOST_SIDE_BY_SIDE,
  NOTICE_MS,
  respectsWait,
} from './back-off-responses.js';
import { type Caller, callersOf } from './callers.js';

/** Clients must wait as long as the service asks (§8.3, §8.4). */
export const silenceRules: readonly Rule[] = [
  {
    id: 'manners/waits-for-retry-after',
    title: 'Sends nothing with a key after its 429 until Retry-After has passed',
    statements: ['limits.client-backs-off-until-retry-after'],
    severity: 'documented',
    class: 'passive',
    judge: judgeWaiting,
  },
  {
    id: 'manners/silent-while-banned',
    title: 'Sends nothing with a banned key until the ban ends',
    statements: ['limits.insisting-client-may-be-banned', 'limits.client-backs-off-until-retry-after'],
    severity: 'implied',
    class: 'passive',
    judge: judgeBans,
  },
];

function* judgeWaiting(evidence: Evidence): Iterable<Note> {
  for (const caller of callersOf(evidence)) {
    const backOffs = backOffResponsesOf(caller.requests);
    const duringBan = new Set(timings(caller.requests, backOffs, 'ban').filter(isTooEarly).map(requestOf));
    for (const isMessage of [false, true]) {
      const isOfQuota = ({ operation }: Reading) =>
        (operation !== undefined && !isAlwaysRateLimited(operation)) === isMessage;
      const own = backOffs.filter(({ reading }) => isOfQuota(reading));
      for (const heeding of timings(caller.requests.filter(isOfQuota), own, 'limit')) {
        // Traffic during a ban is for the rule of bans.
        if (!duringBan.has(heeding.request)) yield judgeTiming(heeding, caller);
      }
    }
  }
}

function* judgeBans(evidence: Evidence): Iterable<Note> {
  for (const caller of callersOf(evidence)) {
    const backOffs = backOffResponsesOf(caller.requests);
    for (const heeding of timings(caller.requests, backOffs, 'ban')) yield judgeTiming(heeding, caller);
  }
}

function timings(
  requests: readonly Reading[],
  backOffs: readonly BackOffResponse[],
  kind: BackOffResponse['kind'],
): BackOffTiming[] {
  const own = backOffs.filter((backOff) => backOff.kind === kind);
  return [...backOffTimingsOf(requests, own)].map(findInsisting(requests, own));
}

const isTooEarly = ({ how }: BackOffTiming) => how === 'too-early';
const requestOf = ({ request }: BackOffTiming) => request;

function judgeTiming({ request, backOff, how }: BackOffTiming, { isOne }: Caller): Note {
  const { reading, kind, retryAfter, silence } = backOff;
  const told = `exchange ${reading.number} got ${reading.status}`;
  if (silence === undefined) return inconclusive(request, `${told} and not told until when to wait`);
  if (how === 'in-time') return passes(request);
  if (!isOne) return inconclusive(request, KEY_UNKNOWN);
  if (how === 'unclear')
    return inconclusive(request, `${told}, and whether the time indicated had passed depends on the clock`);
  if (how === 'at-once') {
    const why = `${told}, and the request may have been on its way already: let a fake's clock run on between requests`;
    return suspicious(request, why);
  }
  const afterMs = request.exchange.startedMs - reading.exchange.endedMs;
  return violates(request, {
    problem:
      kind === 'ban'
        ? 'a request was sent with a key that was known to be banned'
        : 'a request was sent before the time that Retry-After indicates had passed',
    expected: `no request until Retry-After has passed (${reading.status}, Retry-After: ${quote(retryAfter)})`,
    received: `a request ${inSeconds(afterMs)} after that response`,
    related: [reading],
  });
}

/** How a request relates to the last back-off response that its sender knew of. */
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
    while (isReceived(request, backOffs[received])) received++;
    while (isNoticed(request, backOffs[noticed])) noticed++;
    const known = kindest[noticed - 1];
    const fresh = received > noticed ? kindest[received - 1] : undefined;
    const heeding = timingOf(request, known, fresh);
    if (heeding !== undefined) yield { request, ...heeding };
  }
}

function isReceived(request: Reading, backOff: BackOffResponse | undefined): boolean {
  return backOff !== undefined && isAfter(request, backOff.reading);
}

function isNoticed(request: Reading, backOff: BackOffResponse | undefined): boolean {
  if (backOff === undefined || !isReceived(request, backOff)) return false;
  return request.exchange.startedMs - backOff.reading.exchange.endedMs >= NOTICE_MS;
}

/**
 * Back-off responses received together, to requests sent together, may be respected one by one: the shortest counts.
 * Returns it for each of them as the last one.
 */
function kindestOf(backOffs: readonly BackOffResponse[]): BackOffResponse[] {
  const kindest: BackOffResponse[] = [];
  for (const [index, last] of backOffs.entries()) {
    const before = kindest[index - 1];
    const isTogether = (one: BackOffResponse) =>
      last.reading.exchange.endedMs - one.reading.exchange.endedMs < NOTICE_MS;
    if (before === undefined || isTogether(before)) kindest.push(kinder(last, before));
    else kindest.push(backOffs.slice(firstOf(backOffs, index, isTogether), index).reduce(kinder, last));
  }
  return kindest;
}

function firstOf(
  backOffs: readonly BackOffResponse[],
  index: number,
  isTogether: (one: BackOffResponse) => boolean,
): number {
  let first = index;
  for (let one = backOffs[first - 1]; one !== undefined && isTogether(one); one = backOffs[first - 1]) first--;
  return first;
}

function kinder(one: BackOffResponse, other: BackOffResponse | undefined): BackOffResponse {
  return other !== undefined && endOf(other) < endOf(one) ? other : one;
}

function endOf({ silence }: BackOffResponse): number {
  return silence?.earliestEndMs ?? Number.POSITIVE_INFINITY;
}

function timingOf(
  request: Reading,
  known: BackOffResponse | undefined,
  fresh: BackOffResponse | undefined,
): Omit<BackOffTiming, 'request'> | undefined {
  const keeps = known && respectsWait(request, known);
  if (known !== undefined && keeps === false) {
    const isCalledOff = fresh !== undefined && respectsWait(request, fresh) !== false;
    return { backOff: known, how: isCalledOff ? 'unclear' : 'too-early' };
  }
  if (fresh !== undefined)
    return { backOff: fresh, how: respectsWait(request, fresh) === true ? 'in-time' : 'at-once' };
  return known && { backOff: known, how: keeps === true ? 'in-time' : 'unclear' };
}

/**
 * Returns a function that treats a request at the instant of a 429 as too early if it cannot have been in flight: the
 * same was sent too often, or repeatedly after its own 429 was received. Call it in order.
 */
function findInsisting(
  requests: readonly Reading[],
  backOffs: readonly BackOffResponse[],
): (heeding: BackOffTiming) => BackOffTiming {
  const repeats = countRepeats(requests, backOffs);
  const timesSent = new Map<string, number>();
  return (heeding) => {
    if (heeding.how !== 'at-once') {
      timesSent.clear();
      return heeding;
    }
    const line = lineOf(heeding.request);
    const times = (timesSent.get(line) ?? 0) + 1;
    timesSent.set(line, times);
    const isInsisting = times >= MOST_SIDE_BY_SIDE || (repeats.get(heeding.request) ?? 0) >= ENOUGH_REPEATS;
    return isInsisting ? { ...heeding, how: 'too-early' } : heeding;
  };
}

/** Counts how often in a row each request was repeated, without a wait and after the last 429 was certainly received. */
function countRepeats(requests: readonly Reading[], backOffs: readonly BackOffResponse[]): Map<Reading, number> {
  const refused = new Set(backOffs.map(({ reading }) => reading));
  const repeats = new Map<Reading, number>();
  const sent = new Map<string, Reading[]>();
  for (const request of requests) {
    const line = lineOf(request);
    const equal = sent.get(line) ?? [];
    // Others of its kind may have been sent beside it.
    const before = request.exchange.sentAfter && equal.findLast((one) => isSurelyAfter(request, one));
    if (before && refused.has(before) && !isAfterWait(request, before)) {
      repeats.set(request, (repeats.get(before) ?? 0) + 1);
    }
    sent.set(line, equal);
    equal.push(request);
  }
  return repeats;
}

function isAfterWait(request: Reading, before: Reading): boolean {
  return request.exchange.startedMs - before.exchange.endedMs >= NOTICE_MS;
}

function lineOf({ exchange }: Reading): string {
  const { method, url, body } = exchange.request;
  return `${method} ${url} ${body}`;
}
