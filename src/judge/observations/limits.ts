import { defaultBehaviour } from '../../spec/behaviour.js';
import { parseHttpDate } from '../../spec/dates.js';
import { type PlanLimits, type PlanName, plans } from '../../spec/plans.js';
import type { Evidence, Reading } from '../evidence.js';
import { pairs, SKEW_MS } from '../ledger.js';
import { isAccepted } from '../requests.js';
import {
  type DocumentedPlan,
  keyOf,
  type LimitsShown,
  limitsIn,
  limitsShown,
  limitsShownToKeys,
  possiblePlans,
  secondsLeft,
  windowOf,
} from './limits-shown.js';
import { agreed, distinct, headerInWords, isOrdinary, type Seen, seen, unseen } from './seen.js';

const documented = [plans.free, plans.pro, plans.business];

/** Which of a plan’s two windows the rate-limit headers describe (§8.2). */
export function describedWindow(evidence: Evidence): Seen {
  const shown = limitsShownToKeys(evidence.readings);
  const readings = shown.map(({ reading }) => reading);
  if (shown.length === 0) return unseen('no answer to a good key had well-formed rate-limit headers');
  const note = limitsInWords(shown);
  const possible = possiblePlans(shown, evidence.settings.plan);
  const plan = limitsOfPlan(shown, possible, evidence.settings.plan);
  if (plan === undefined) return unseen(`${note}: ${whyNoPlan(possible)}`, readings);
  const ofDay = shown.filter(({ limits }) => limits.limit === plan.perDay);
  const isAmple = ofDay.some(({ limits }) => limits.remaining > plan.perMinute);
  if (ofDay.length === 0) {
    return unseen(`${note}: the minute, either always or because it had fewer left`, readings);
  }
  if (ofDay.length < shown.length) {
    if (!isAmple) return seen('fewest-remaining', `${note}: minute and day in turn`, readings);
    return unseen(`${note}: minute and day in turn, but not by which has fewer left`, readings);
  }
  if (!isAmple) return unseen(`${note}: the day, either always or because it had fewer left`, readings);
  return seen('day', `${note}: the day, though more requests were left than a minute allows`, readings);
}

/** Returns the limits of the key's plan, where only one can be meant; two that no plan has are those of Enterprise. */
function limitsOfPlan(
  shown: readonly LimitsShown[],
  possible: readonly DocumentedPlan[],
  named: PlanName | undefined,
): PlanLimits | undefined {
  const [plan, ...others] = possible;
  if (plan !== undefined) return others.length === 0 ? plans[plan] : undefined;
  const [perMinute, perDay, ...more] = limitsIn(shown);
  const isAgreed = named === 'enterprise' || (named === undefined && !limitsIn(shown).every(isDocumented));
  return isAgreed && perMinute && perDay && more.length === 0 ? { perMinute, perDay } : undefined;
}

function whyNoPlan(possible: readonly DocumentedPlan[]): string {
  if (possible.length === 0) return 'which of its limits that is, no plan of the document tells';
  return `it may be that of ${possible.join(' or of ')}, which Reset does not tell`;
}

/** Limits that no documented plan has can only be those of Enterprise, whose quotas are agreed (§8.5). */
export function enterpriseLimits({ readings, settings }: Evidence): Seen {
  const shown = limitsShownToKeys(readings);
  const all = shown.map(({ reading }) => reading);
  const limits = limitsIn(shown);
  const note = limitsInWords(shown);
  if (settings.plan !== undefined && settings.plan !== 'enterprise') {
    return unseen('the key is said to be of another plan than Enterprise');
  }
  if (settings.plan === undefined && limits.every(isDocumented)) {
    return unseen(`${note}; nothing says that the key is of the Enterprise plan`, all);
  }
  if (distinct(all.map(keyOf)).length > 1) return unseen(`${note}; several keys were used`, all);
  const [first = 0, second] = limits;
  if (first === 0 || limits.length > 2) return unseen(note, all);
  if (second !== undefined) {
    const told = (limit: number) => shown.filter(({ limits }) => limits.limit === limit).map(({ reading }) => reading);
    const members = { perMinute: told(first), perDay: told(second) };
    return seen({ perMinute: first, perDay: second }, note, all, [], members);
  }
  const usual = defaultBehaviour['enterprise-limits'];
  switch (windowOf(shown)) {
    case 'minute':
      return seen({ perMinute: first, perDay: Math.max(first, usual.perDay) }, `${note} a minute`, all, ['perDay']);
    case 'day':
      return seen({ perMinute: Math.min(first, usual.perMinute), perDay: first }, `${note} a day`, all, ['perMinute']);
    default:
      return unseen(`${note}; of a minute or of a day`, all);
  }
}

function isDocumented(limit: number): boolean {
  return documented.some(({ perMinute, perDay }) => limit === perMinute || limit === perDay);
}

function limitsInWords(shown: readonly LimitsShown[]): string {
  return `Limit was ${limitsIn(shown).slice(0, 5).join(', ') || 'never shown'}`;
}

export function unauthenticatedQuota({ readings }: Evidence): Seen {
  const refused = limitsShown(readings.filter(({ status, isCached }) => status === 401 && !isCached));
  const all = refused.map(({ reading }) => reading);
  const { perMinute, perDay } = plans.free;
  if (refused.length < 2)
    return unseen('fewer than two 401 answers with well-formed rate-limit headers were seen', all);
  const shown = distinct(refused.map(({ limits }) => `${limits.remaining} of ${limits.limit}`));
  const note = `401 answers show ${shown.slice(0, 5).join(', ')} requests left`;
  if (!refused.every(({ limits }) => limits.limit === perMinute || limits.limit === perDay)) return unseen(note, all);
  if (refused.every(({ limits }) => limits.remaining === limits.limit)) return seen('free-plan-untouched', note, all);
  const successive = pairs(refused).filter(
    ([first, next]) => first.limits.resetSeconds === next.limits.resetSeconds && first.limits.remaining > 0,
  );
  const isFalling = successive.every(([first, next]) => next.limits.remaining < first.limits.remaining);
  return successive.length > 0 && isFalling ? seen('per-address', note, all) : unseen(note, all);
}

export function retryAfterFormat({ readings }: Evidence): Seen {
  const refused = readings.filter(({ isLimited }) => isLimited);
  const limited = refused.filter(({ header }) => header('retry-after') !== undefined);
  if (refused.length > 0 && limited.length === 0) return unseen('a 429: no Retry-After', refused);
  const choiceOf = (reading: Reading) => {
    const value = reading.header('retry-after') ?? '';
    if (/^\d+$/.test(value)) return 'seconds';
    return parseHttpDate(value) === undefined ? undefined : 'http-date';
  };
  return agreed(limited, choiceOf, 'Retry-After of a 429', (reading) => headerInWords(reading, 'Retry-After'));
}

/** More than this is not the refill of a sliding window's oldest request alone. */
const MEANINGFUL_USE = 5;
const CLOSE_SECONDS = 3;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Two answers with a reset between them. */
interface Crossing {
  readonly first: LimitsShown;
  readonly next: LimitsShown;
  readonly secondsSince: number;
}

/** When a window of the limits begins, as answers on both sides of a reset show it (§8.2). */
export function windowStart({ readings }: Evidence): Seen {
  const all = limitsShown(
    readings.filter((reading) => isOrdinary(reading) || (reading.isLimited && !reading.isCached)),
  );
  const crossings = crossingsIn(all);
  const both = distinct(crossings.flatMap(({ first, next }) => [first.reading, next.reading]));
  const sliding = crossings.filter(isStillUsed);
  const fresh = crossings.filter((crossing) => isFreshAgain(crossing, readings));
  const telling = sliding[0] ?? fresh[0];
  if (telling === undefined) return unseen('no answer came after a reset that could tell', both);
  const { limits } = telling.next;
  const note = `after the reset ${limits.remaining} of ${limits.limit} requests were left`;
  if (sliding.length > 0) return fresh.length > 0 ? unseen(note, both) : seen('sliding', note, both);
  const isOnClock = all.every((one) => one.limits.resetSeconds % MINUTE_SECONDS === 0);
  const isWhole = crossings.every(({ next }) => beginsWhole(next));
  // What begins with a request just after a full minute ends with one, too.
  const isLate = crossings.some(({ secondsSince }) => secondsSince > CLOSE_SECONDS);
  if (isOnClock && !(isWhole && isLate)) {
    return seen('calendar', `${note}, and every reset was at a full minute`, both);
  }
  return isWhole ? seen('first-request', `${note}, and a whole window began`, both) : unseen(note, both);
}

/** Minute and day may be described in turn: an answer is compared with the last one that showed the same Limit. */
function crossingsIn(all: readonly LimitsShown[]): Crossing[] {
  const tracks = distinct(all.map(trackOf)).map((track) => all.filter((one) => trackOf(one) === track));
  return tracks.flatMap(pairs).flatMap(([first, next]) => {
    const secondsSince = next.reading.respondedMs / 1000 - first.limits.resetSeconds;
    const isInOrder = first.reading.exchange.endedMs <= next.reading.exchange.startedMs;
    const isPast = secondsSince >= 0 || (secondsSince * 1000 > -SKEW_MS && isOfAnother(first, next));
    return isInOrder && isPast && !next.reading.isLimited ? [{ first, next, secondsSince }] : [];
  });
}

/** Gateways with clocks of their own may each tell another Reset, but for a later window that lies much later. */
function isOfAnother({ limits: first }: LimitsShown, { limits: next }: LimitsShown): boolean {
  return next.remaining > first.remaining && (next.resetSeconds - first.resetSeconds) * 1000 > 2 * SKEW_MS;
}

function trackOf({ reading, limits }: LimitsShown): string {
  return `${limits.limit} ${keyOf(reading)}`;
}

function isStillUsed({ first, next, secondsSince }: Crossing): boolean {
  return used(first) >= MEANINGFUL_USE && used(next) > MEANINGFUL_USE && secondsSince <= CLOSE_SECONDS;
}

/** Returns whether a window was forgotten of which a sliding one would still have counted a good part. */
function isFreshAgain({ next }: Crossing, readings: readonly Reading[]): boolean {
  if (used(next) > MEANINGFUL_USE) return false;
  const { respondedMs } = next.reading;
  const recent = readings.filter(
    (reading) =>
      isOrdinary(reading) &&
      isAccepted(reading) &&
      keyOf(reading) === keyOf(next.reading) &&
      reading.respondedMs < respondedMs &&
      reading.respondedMs > respondedMs - (MINUTE_SECONDS - CLOSE_SECONDS) * 1000,
  );
  return recent.length > used(next) + MEANINGFUL_USE;
}

function used({ limits }: LimitsShown): number {
  return limits.limit - limits.remaining;
}

function beginsWhole(one: LimitsShown): boolean {
  return [MINUTE_SECONDS, DAY_SECONDS].some((length) => Math.abs(secondsLeft(one) - length) <= CLOSE_SECONDS);
}
