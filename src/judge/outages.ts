import { groupBy } from '../spec/group-by.js';
import type { OperationId } from '../spec/operations.js';
import { type Evidence, oncePer, type Reading, readingsBySending } from './evidence.js';
import { inconclusive, type Note } from './rule.js';

/** What gateways return while a service restarts or is overloaded. */
const OF_GATEWAYS: readonly (number | undefined)[] = [502, 503, 504];

/** This often a request fails in a run, or a run meets outages, before they count as the service's way to respond. */
export const LASTING = 3;

/**
 * A 502, 503 or 504. `passed`: the same request got another response later. `lasting`: it did not, however often it was repeated, or
 * such responses come and go. `unclear`: it was not repeated often enough.
 */
export type Outage = 'passed' | 'lasting' | 'unclear';

/** Returns what is known of the outage that a response may belong to; undefined for other responses. */
export function outageOf(evidence: Evidence, reading: Reading): Outage | undefined {
  return isOfGateway(reading) ? outagesIn(evidence).get(reading) : undefined;
}

/** Returns a judge that accuses nobody of a response that an outage may explain. */
export function sparingOutages(
  judgeItem: (reading: Reading, evidence: Evidence) => Note | undefined,
): (reading: Reading, evidence: Evidence) => Note | undefined {
  return (reading, evidence) => {
    const note = judgeItem(reading, evidence);
    const outage = note?.kind === 'violation' ? outageOf(evidence, reading) : undefined;
    if (outage === undefined || outage === 'lasting') return note;
    return inconclusive(reading, `got ${reading.status}, as in an outage that passes`);
  };
}

const outagesIn = oncePer(findOutages);

function findOutages(evidence: Evidence): ReadonlyMap<Reading, Outage> {
  const inOrder = evidence.readings.filter(({ status }) => status !== undefined).sort(readingsBySending);
  const isRun = evidence.settings.level !== undefined;
  const isRecurring = isRun && countOutages(inOrder) >= LASTING;
  const sameRequests = groupBy(inOrder, requestOf);
  const responded = new Set<OperationId | undefined>(
    inOrder.filter((each) => !isOfGateway(each)).map((each) => each.operation),
  );
  const failures = groupBy(inOrder.filter(isOfGateway), ({ operation }) => operation);
  const judge = (reading: Reading): Outage => {
    const same: readonly Reading[] = sameRequests.get(requestOf(reading)) ?? [];
    const isOver = same.slice(same.indexOf(reading)).some((later) => !isOfGateway(later));
    if (isRecurring) return 'lasting';
    if (isOver) return 'passed';
    const isNever = !responded.has(reading.operation);
    const times = isNever ? countFailures(reading.operation) : isRun ? same.filter(isOfGateway).length : 0;
    return times >= LASTING ? 'lasting' : 'unclear';
  };
  const countFailures = (operation: OperationId | undefined) => failures.get(operation)?.length ?? 0;
  return new Map(inOrder.filter(isOfGateway).map((reading) => [reading, judge(reading)]));
}

function isOfGateway({ status, isCached }: Reading): boolean {
  return OF_GATEWAYS.includes(status) && !isCached;
}

/** Returns how often such responses began after another response, or at the start. */
function countOutages(inOrder: readonly Reading[]): number {
  let isOut = false;
  return inOrder.filter((reading) => {
    const isNew = !isOut && isOfGateway(reading);
    isOut = isOfGateway(reading);
    return isNew;
  }).length;
}

function requestOf({ exchange: { request }, credential, keyName }: Reading): string {
  return [request.method, request.url, credential.kind, keyName, request.body].join(' ');
}
