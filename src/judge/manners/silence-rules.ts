import { isAlwaysRateLimited } from '../../spec/operations.js';
import { quote } from '../../spec/quoting.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { inconclusive, type Note, passes, type Rule, suspicious, violates } from '../rule.js';
import {
  type BackOffResponse,
  backOffResponsesOf,
  ENOUGH_REPEATS,
  inSeconds,
  isAfter,
  isSurelyAfter,
  KEY_UNKNOWN,
  keepsSilence,
  MOST_SIDE_BY_SIDE,
  NOTICE_MS,
} from './back-off-responses.js';
import { type Caller, callersOf } from './callers.js';

/** That clients are silent for as long as they are told to be (§8.3, §8.4). */
export const silenceRules: readonly Rule[] = [
  {
    id: 'manners/waits-for-retry-after',
    title: 'Sends nothing with a key that was answered 429 until the time that Retry-After indicates',
    statements: ['limits.client-backs-off-until-retry-after'],
    severity: 'documented',
    class: 'passive',
    judge: judgeWaiting,
  },
  {
    id: 'manners/silent-while-banned',
    title: 'Sends nothing with a key for as long as it was told that the key is banned',
    statements: ['limits.insisting-client-may-be-banned', 'limits.client-backs-off-until-retry-after'],
    severity: 'implied',
    class: 'passive',
    judge: judgeBans,
  },
];

function* judgeWaiting(evidence: Evidence): Iterable<Note> {
  for (const caller of callersOf(evidence)) {
    const refusals = backOffResponsesOf(caller.requests);
    const duringBan = new Set(timings(caller.requests, refusals, 'ban').filter(isTooEarly).map(requestOf));
    for (const isMessage of [false, true]) {
      const isOfQuota = ({ operation }: Reading) =>
        (operation !== undefined && !isAlwaysRateLimited(operation)) === isMessage;
      const own = refusals.filter(({ reading }) => isOfQuota(reading));
      for (const heeding of timings(caller.requests.filter(isOfQuota), own, 'limit')) {
        // Traffic during a ban is for the rule of bans.
        if (!duringBan.has(heeding.request)) yield judgeTiming(heeding, caller);
      }
    }
  }
}

function* judgeBans(evidence: Evidence): Iterable<Note> {
  for (const caller of callersOf(evidence)) {
    const refusals = backOffResponsesOf(caller.requests);
    for (const heeding of timings(caller.requests, refusals, 'ban')) yield judgeTiming(heeding, caller);
  }
}

function timings(
  requests: readonly Reading[],
  refusals: readonly BackOffResponse[],
  kind: BackOffResponse['kind'],
): BackOffTiming[] {
  const own = refusals.filter((refusal) => refusal.kind === kind);
  return [...backOffTimingsOf(requests, own)].map(findInsisting(requests, own));
}

const isTooEarly = ({ how }: BackOffTiming) => how === 'too-early';
const requestOf = ({ request }: BackOffTiming) => request;

function judgeTiming({ request, refusal, how }: BackOffTiming, { isOne }: Caller): Note {
  const { reading, kind, retryAfter, silence } = refusal;
  const told = `exchange ${reading.number} was answered ${reading.status}`;
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
    received: `a request ${inSeconds(afterMs)} after that answer`,
    related: [reading],
  });
}

/** How a request stands to the last refusal that its sender knew of. */
interface BackOffTiming {
  readonly request: Reading;
  readonly refusal: BackOffResponse;
  /** `unclear`: it may be either. `at-once`: it was sent so shortly after the refusal that this may not have been read. */
  readonly how: 'in-time' | 'too-early' | 'at-once' | 'unclear';
}

/**
 * Returns how requests heed the refusals of one caller, both in order. A request that was under way when the refusal came heeds none. The
 * last refusal counts: it is the service's latest word on when to come again.
 */
function* backOffTimingsOf(
  requests: readonly Reading[],
  refusals: readonly BackOffResponse[],
): Iterable<BackOffTiming> {
  const kindest = kindestOf(refusals);
  let received = 0;
  let noticed = 0;
  for (const request of requests) {
    while (isReceived(request, refusals[received])) received++;
    while (isNoticed(request, refusals[noticed])) noticed++;
    const known = kindest[noticed - 1];
    const fresh = received > noticed ? kindest[received - 1] : undefined;
    const heeding = timingOf(request, known, fresh);
    if (heeding !== undefined) yield { request, ...heeding };
  }
}

function isReceived(request: Reading, refusal: BackOffResponse | undefined): boolean {
  return refusal !== undefined && isAfter(request, refusal.reading);
}

function isNoticed(request: Reading, refusal: BackOffResponse | undefined): boolean {
  if (refusal === undefined || !isReceived(request, refusal)) return false;
  return request.exchange.startedMs - refusal.reading.exchange.endedMs >= NOTICE_MS;
}

/**
 * Of refusals that were received together, in answer to requests sent together, each may be heeded for itself: the shortest counts.
 * Returns it for each refusal as the last one.
 */
function kindestOf(refusals: readonly BackOffResponse[]): BackOffResponse[] {
  const kindest: BackOffResponse[] = [];
  for (const [index, last] of refusals.entries()) {
    const before = kindest[index - 1];
    const isTogether = (one: BackOffResponse) =>
      last.reading.exchange.endedMs - one.reading.exchange.endedMs < NOTICE_MS;
    if (before === undefined || isTogether(before)) kindest.push(kinder(last, before));
    else kindest.push(refusals.slice(firstOf(refusals, index, isTogether), index).reduce(kinder, last));
  }
  return kindest;
}

function firstOf(
  refusals: readonly BackOffResponse[],
  index: number,
  isTogether: (one: BackOffResponse) => boolean,
): number {
  let first = index;
  for (let one = refusals[first - 1]; one !== undefined && isTogether(one); one = refusals[first - 1]) first--;
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
  const keeps = known && keepsSilence(request, known);
  if (known !== undefined && keeps === false) {
    const isCalledOff = fresh !== undefined && keepsSilence(request, fresh) !== false;
    return { refusal: known, how: isCalledOff ? 'unclear' : 'too-early' };
  }
  if (fresh !== undefined)
    return { refusal: fresh, how: keepsSilence(request, fresh) === true ? 'in-time' : 'at-once' };
  return known && { refusal: known, how: keeps === true ? 'in-time' : 'unclear' };
}

/**
 * Returns a function that takes what was sent in the moment of a refusal for too early where it cannot have been on its way: the
 * same was sent too often, or again and again with its own refusal in hand. It is to be given heedings in order.
 */
function findInsisting(
  requests: readonly Reading[],
  refusals: readonly BackOffResponse[],
): (heeding: BackOffTiming) => BackOffTiming {
  const repeats = countRepeats(requests, refusals);
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

/** Counts how often in a row each request had been sent again, without a wait and with the last refusal surely in hand. */
function countRepeats(requests: readonly Reading[], refusals: readonly BackOffResponse[]): Map<Reading, number> {
  const refused = new Set(refusals.map(({ reading }) => reading));
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
