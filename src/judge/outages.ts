import { precedes } from '../exchange/exchange.js';
import { groupBy } from '../json/group-by.js';
import { memoize } from '../json/memoize.js';
import { inconclusive } from './note.js';
import { type Reading, readingsBySending } from './reading.js';
import type { Evidence, Note } from './rule.js';

/** Of a gateway or, from 520 on, of Cloudflare, while it does not reach the service or that is overloaded. */
const OF_GATEWAYS = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530];

/** Returns whether gateways return a status while a service restarts or is overloaded. */
export function isOfGateway(status: number | undefined): boolean {
  return status !== undefined && OF_GATEWAYS.includes(status);
}

/** This often a request fails in a run, or a run meets outages, before they count as the service's way to respond. */
const LASTING = 3;

/** `passed`: the request got another response later, or came together with others and was asked to come back. `lasting`: outages come and go, or never end. `unclear`: repeated too seldom. */
export type Outage = 'passed' | 'lasting' | 'unclear';

/** Returns what is known of the outage that a response may belong to; undefined for other responses. */
export function outageOf(evidence: Evidence, reading: Reading): Outage | undefined {
  return isFailure(reading) ? outagesIn(evidence).get(reading) : undefined;
}

/** Returns a judge that accuses nobody of a response that an outage may explain. */
export function unlessOutage(
  judgeItem: (reading: Reading, evidence: Evidence) => Note | undefined,
): (reading: Reading, evidence: Evidence) => Note | undefined {
  return (reading, evidence) => {
    const note = judgeItem(reading, evidence);
    const outage = note?.kind === 'violation' ? outageOf(evidence, reading) : undefined;
    if (outage === undefined || outage === 'lasting') return note;
    return inconclusive(reading, `got ${reading.status}, as in an outage that passes`);
  };
}

const outagesIn = memoize(findOutages);

function findOutages(evidence: Evidence): ReadonlyMap<Reading, Outage> {
  // Only the limiter responds with 429, and a cache for the service.
  const isOfService = ({ status, isLimited, isCached }: Reading) => status !== undefined && !isLimited && !isCached;
  const inOrder = evidence.readings.filter(isOfService).sort(readingsBySending);
  const isRun = evidence.settings.level !== undefined;
  const failures = inOrder.filter(isFailure);
  const begins = (each: Reading) => {
    const previous = inOrder[inOrder.indexOf(each) - 1];
    const isSame = (other: Reading) => other === previous || overlap(other, each);
    return !failures.slice(0, failures.indexOf(each)).some(isSame);
  };
  const outages = failures.filter((each) => begins(each) && !isShed(each, inOrder));
  const isRecurring = isRun && outages.length >= LASTING;
  const sameRequests = groupBy(inOrder, requestOf);
  const ofOperations = groupBy(inOrder, ({ operation }) => operation);
  const trail = new Set(inOrder.slice(inOrder.findLastIndex((one) => !isFailure(one)) + 1));
  // What was served before, and is not at the end, shows that nothing else would have been.
  const isDown = [...new Set([...trail].map(requestOf))].some((one) =>
    sameRequests.get(one)?.some((same) => !isFailure(same)),
  );
  const judge = (reading: Reading): Outage => {
    if (isShed(reading, inOrder)) return 'passed';
    if (isDown && trail.has(reading)) return 'unclear';
    if (isRecurring) return 'lasting';
    const same: readonly Reading[] = sameRequests.get(requestOf(reading)) ?? [];
    // What fails only together with others is served alone.
    const isAlike = (later: Reading) => !isRun || !isTogether(reading, inOrder) || isTogether(later, inOrder);
    if (same.slice(same.indexOf(reading)).some((later) => !isFailure(later) && isAlike(later))) return 'passed';
    const ofOperation: readonly Reading[] = ofOperations.get(reading.operation) ?? [];
    const isNever = ofOperation.every(isFailure);
    const repeated = isNever ? ofOperation : isRun ? same.filter(isFailure) : [];
    return repeated.length >= LASTING ? 'lasting' : 'unclear';
  };
  return new Map(failures.map((reading) => [reading, judge(reading)]));
}

/** A service may shed what comes at the same time as something else, if it says when to come back. */
function isShed(reading: Reading, all: readonly Reading[]): boolean {
  const { status, header } = reading;
  return status === 503 && header('retry-after') !== undefined && isTogether(reading, all);
}

function isTogether(reading: Reading, all: readonly Reading[]): boolean {
  return all.some((other) => other !== reading && overlap(other, reading));
}

function overlap({ exchange: one }: Reading, { exchange: other }: Reading): boolean {
  return !precedes(one, other) && !precedes(other, one);
}

function isFailure({ status }: Reading): boolean {
  return isOfGateway(status);
}

function requestOf({ exchange: { request }, credential, keyName }: Reading): string {
  return [request.method, request.url, credential.kind, keyName, request.body].join(' ');
}
