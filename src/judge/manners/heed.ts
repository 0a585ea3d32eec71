import type { Reading } from '../reading.js';
import { NOTICE_MS } from './fairness.js';
import { isAfter, keepsSilence, type Refusal } from './refusal.js';

/** How a request stands to the last refusal that its sender knew of. */
export interface Heeding {
  readonly request: Reading;
  readonly refusal: Refusal;
  /** `unclear`: it may be either. `at-once`: it was sent so shortly after the refusal that this may not have been read. */
  readonly how: 'in-time' | 'too-early' | 'at-once' | 'unclear';
}

/**
 * Answers how requests heed the refusals of one caller, both in order. A request that was under way when the refusal came heeds none. The
 * last refusal counts: it is the service's latest word on when to come again.
 */
export function* heedingsOf(requests: readonly Reading[], refusals: readonly Refusal[]): Iterable<Heeding> {
  const kindest = kindestOf(refusals);
  let received = 0;
  let noticed = 0;
  for (const request of requests) {
    while (isReceived(request, refusals[received])) received++;
    while (isNoticed(request, refusals[noticed])) noticed++;
    const known = kindest[noticed - 1];
    const fresh = received > noticed ? kindest[received - 1] : undefined;
    const heeding = heed(request, known, fresh);
    if (heeding !== undefined) yield { request, ...heeding };
  }
}

function isReceived(request: Reading, refusal: Refusal | undefined): boolean {
  return refusal !== undefined && isAfter(request, refusal.reading);
}

function isNoticed(request: Reading, refusal: Refusal | undefined): boolean {
  if (refusal === undefined || !isReceived(request, refusal)) return false;
  return request.exchange.startedMs - refusal.reading.exchange.endedMs >= NOTICE_MS;
}

/**
 * Of refusals that were received together, in answer to requests sent together, each may be heeded for itself: the shortest counts.
 * Answers it for each refusal as the last one.
 */
function kindestOf(refusals: readonly Refusal[]): Refusal[] {
  const kindest: Refusal[] = [];
  for (const [index, last] of refusals.entries()) {
    const before = kindest[index - 1];
    const isTogether = (one: Refusal) => last.reading.exchange.endedMs - one.reading.exchange.endedMs < NOTICE_MS;
    if (before === undefined || isTogether(before)) kindest.push(kinder(last, before));
    else kindest.push(refusals.slice(firstOf(refusals, index, isTogether), index).reduce(kinder, last));
  }
  return kindest;
}

function firstOf(refusals: readonly Refusal[], index: number, isTogether: (one: Refusal) => boolean): number {
  let first = index;
  for (let one = refusals[first - 1]; one !== undefined && isTogether(one); one = refusals[first - 1]) first--;
  return first;
}

function kinder(one: Refusal, other: Refusal | undefined): Refusal {
  return other !== undefined && endOf(other) < endOf(one) ? other : one;
}

function endOf({ silence }: Refusal): number {
  return silence?.earliestEndMs ?? Number.POSITIVE_INFINITY;
}

function heed(
  request: Reading,
  known: Refusal | undefined,
  fresh: Refusal | undefined,
): Omit<Heeding, 'request'> | undefined {
  const keeps = known && keepsSilence(request, known);
  if (known !== undefined && keeps === false) {
    const isCalledOff = fresh !== undefined && keepsSilence(request, fresh) !== false;
    return { refusal: known, how: isCalledOff ? 'unclear' : 'too-early' };
  }
  if (fresh !== undefined)
    return { refusal: fresh, how: keepsSilence(request, fresh) === true ? 'in-time' : 'at-once' };
  return known && { refusal: known, how: keeps === true ? 'in-time' : 'unclear' };
}
