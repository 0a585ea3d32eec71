import { precedes } from '../../exchange/exchange.js';
import { parseHttpDate } from '../../json/dates.js';
import { groupBy } from '../../json/group-by.js';
import { memoize } from '../../json/memoize.js';
import { defaultBehaviour } from '../../service/behaviour.js';
import { type PlanLimits, type PlanName, plans } from '../../service/plans.js';
import { parseRateLimitFields, type QuotaPolicy } from '../../service/rate-limit-fields.js';
import { parseRetryAfter, type RateLimitState, rateLimitFieldNames } from '../../service/rate-limit-headers.js';
import { MINUTE_MS, openLedger, pairs, SKEW_MS } from '../ledger.js';
import type { Reading } from '../reading.js';
import { headerInWords } from '../requests.js';
import type { Evidence, Observers, Seen } from '../rule.js';
import { isCode } from './errors.js';
import { agreed, distinct, isOrdinary, seen, unseen } from './seen.js';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

export const limitObservers = {
  'unauthenticated-quota': unauthenticatedQuota,
  'described-window': describedWindow,
  'window-start': windowStart,
  'enterprise-limits': enterpriseLimits,
  'retry-after-format'({ readings }) {
    const limited = readings.filter(({ isLimited }) => isLimited);
    const waiting = limited.filter(({ header }) => header('retry-after') !== undefined);
    if (limited.length > 0 && waiting.length === 0) return unseen('a 429: no Retry-After', limited);
    const choiceOf = ({ header }: Reading) => {
      const value = header('retry-after') ?? '';
      if (/^\d+$/.test(value)) return 'seconds';
      return parseHttpDate(value) === undefined ? undefined : 'http-date';
    };
    return agreed(waiting, choiceOf, 'Retry-After of a 429', (reading) => headerInWords(reading, 'Retry-After'));
  },
  'retry-after-delay-seconds': retryAfterDelay,
  'refused-requests-count': rejectedRequestsCost,
  'rate-limit-fields': rateLimitFields,
} satisfies Observers;

/** Less is rounding. */
const LEAST_DELAY_SECONDS = 2;
const MOST_DELAY_SECONDS = 3_600;

/** How much later than Reset the time of Retry-After ends, while Reset describes the window that is used up. */
function retryAfterDelay({ readings }: Evidence): Seen {
  const limited = limitsShown(readings).filter(
    ({ isLimited, isCached, limits }) => isLimited && !isCached && limits.remaining === 0,
  );
  const delays = limited.flatMap(({ header, limits, respondedMs }) => {
    const untilMs = parseRetryAfter(header('retry-after') ?? '', Math.floor(respondedMs / 1000) * 1000);
    return untilMs === undefined ? [] : [untilMs / 1000 - limits.resetSeconds];
  });
  if (delays.length === 0) return unseen('a 429 with Reset and Retry-After: no request could show it');
  const [least, most] = [Math.min(...delays), Math.max(...delays)];
  const note = `Retry-After of a 429 ends ${distinct([least, most]).join(' to ')} seconds after Reset`;
  if (most < LEAST_DELAY_SECONDS) return seen(0, note, limited);
  // It is rounded to seconds, as Reset is.
  return most - least <= 1 && most <= MOST_DELAY_SECONDS ? seen(most, note, limited) : unseen(note, limited);
}

export type LimitsShown = Reading & { readonly limits: RateLimitState };

export function limitsShown(readings: readonly Reading[]): LimitsShown[] {
  return readings.filter((reading): reading is LimitsShown => reading.limits !== undefined);
}

function secondsLeft({ limits, respondedMs }: LimitsShown): number {
  return limits.resetSeconds - respondedMs / 1000;
}

/** Only a day resets later than a minute ahead. In its last minute a day looks like a minute: unknown if all resets are at midnight. */
function windowOf(shown: readonly LimitsShown[]): 'minute' | 'day' | undefined {
  if (shown.some((one) => secondsLeft(one) * 1000 > MINUTE_MS + SKEW_MS)) return 'day';
  return shown.some(({ limits }) => limits.resetSeconds % DAY_SECONDS !== 0) ? 'minute' : undefined;
}

type DocumentedPlan = Exclude<PlanName, 'enterprise'>;

const documented: readonly DocumentedPlan[] = ['free', 'pro', 'business'];

function hasLimit(plan: DocumentedPlan, limit: number): boolean {
  return limit === plans[plan].perMinute || limit === plans[plan].perDay;
}

/** Returns the documented plans that have all of the Limits shown to a key (§8). If two have them, Reset decides where it can. */
export function possiblePlans(shown: readonly LimitsShown[], named: PlanName | undefined): DocumentedPlan[] {
  if (named === 'enterprise') return [];
  const limits = limitsIn(shown);
  const having = documented.filter((plan) => limits.every((limit) => hasLimit(plan, limit)));
  const possible = named !== undefined && having.includes(named) ? [named] : having;
  return possible.filter((plan) =>
    limits.every((limit) => {
      const window = windowOf(ofLimit(shown, limit));
      // In its last minute a day looks like a minute.
      if (limit === plans[plan].perDay) return possible.length === 1 || window !== 'minute';
      return window !== 'day';
    }),
  );
}

/** Returns whether a Limit is that of a minute or of a day: by the one plan that a key can have, else by its Reset. */
export function windowOfLimit(
  limit: number,
  shown: readonly LimitsShown[],
  possible: readonly DocumentedPlan[],
): 'minute' | 'day' | undefined {
  const [plan, ...others] = possible;
  if (plan === undefined || others.length > 0) return windowOf(ofLimit(shown, limit));
  return limit === plans[plan].perDay ? 'day' : 'minute';
}

export function limitsIn(shown: readonly LimitsShown[]): number[] {
  return distinct(shown.map((one) => one.limits.limit)).sort((a, b) => a - b);
}

function ofLimit(shown: readonly LimitsShown[], limit: number): LimitsShown[] {
  return shown.filter((one) => one.limits.limit === limit);
}

/** Which of a plan’s two windows the rate-limit headers describe (§8.2). */
function describedWindow({ readings, settings }: Evidence): Seen {
  const shown = limitsShown(readings.filter(isOrdinary));
  if (shown.length === 0) return unseen('no response to a good key had well-formed rate-limit headers');
  const note = limitsInWords(shown);
  const possible = possiblePlans(shown, settings.plan);
  const plan = limitsOfPlan(shown, possible, settings.plan);
  if (plan === undefined) {
    const may = `it may be that of ${possible.join(' or of ')}, and Reset does not decide`;
    return unseen(`${note}: ${possible.length === 0 ? 'no plan of the document has this limit' : may}`, shown);
  }
  const ofDay = ofLimit(shown, plan.perDay);
  const isAmple = ofDay.some(({ limits }) => limits.remaining > plan.perMinute);
  if (ofDay.length === 0) return unseen(`${note}: the minute, either always or because it had fewer left`, shown);
  if (ofDay.length < shown.length) {
    return isAmple
      ? unseen(`${note}: minute and day, but not by which has fewer left`, shown)
      : seen('fewest-remaining', `${note}: minute and day in turn`, shown);
  }
  if (!isAmple) return unseen(`${note}: the day, either always or because it had fewer left`, shown);
  return seen('day', `${note}: the day, though more requests were left than a minute allows`, shown);
}

/** Returns the limits of the key's plan if only one is possible; two that no plan has are those of Enterprise. */
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

/** Limits that no documented plan has can only be those of Enterprise, whose quotas are agreed (§8.5). */
function enterpriseLimits({ readings, settings }: Evidence): Seen {
  // What is rejected before its key is checked may show the limits of strangers.
  const ordinary = readings.filter(isOrdinary);
  const accepted = ordinary.filter(({ isAccepted }) => isAccepted);
  const shown = limitsShown(accepted.length > 0 ? accepted : ordinary);
  const limits = limitsIn(shown);
  const note = limitsInWords(shown);
  if (settings.plan !== undefined && settings.plan !== 'enterprise') {
    return unseen('the key is said to be of another plan than Enterprise');
  }
  if (settings.plan === undefined && limits.every(isDocumented)) {
    return unseen(`${note}; nothing says that the key is of the Enterprise plan`, shown);
  }
  if (distinct(shown.map(({ keyName }) => keyName)).length > 1) return unseen(`${note}; several keys were used`, shown);
  const [first = 0, second] = limits;
  if (first === 0 || limits.length > 2) return unseen(note, shown);
  if (second !== undefined) {
    const members = { perMinute: ofLimit(shown, first), perDay: ofLimit(shown, second) };
    return seen({ perMinute: first, perDay: second }, note, shown, [], members);
  }
  const { perMinute, perDay } = defaultBehaviour['enterprise-limits'];
  switch (windowOf(shown)) {
    case 'minute':
      return seen({ perMinute: first, perDay: Math.max(first, perDay) }, `${note} a minute`, shown, ['perDay']);
    case 'day':
      return seen({ perMinute: Math.min(first, perMinute), perDay: first }, `${note} a day`, shown, ['perMinute']);
    default:
      return unseen(`${note}; of a minute or of a day`, shown);
  }
}

function isDocumented(limit: number): boolean {
  return documented.some((plan) => hasLimit(plan, limit));
}

function limitsInWords(shown: readonly LimitsShown[]): string {
  return `Limit was ${limitsIn(shown).slice(0, 5).join(', ') || 'never shown'}`;
}

function unauthenticatedQuota({ readings }: Evidence): Seen {
  const rejected = limitsShown(readings.filter(isWithoutKey));
  if (rejected.length < 2) return unseen('fewer than two 401 responses with well-formed rate-limit headers', rejected);
  const shown = distinct(rejected.map(({ limits }) => `${limits.remaining} of ${limits.limit}`));
  const note = `401 responses show ${shown.slice(0, 5).join(', ')} requests left`;
  const isOfFreeMinute = rejected.every(({ limits }) => limits.limit === plans.free.perMinute);
  if (!isOfFreeMinute || windowOf(rejected) === 'day') return unseen(note, rejected);
  if (rejected.every(({ limits }) => limits.remaining === limits.limit))
    return seen('free-plan-untouched', note, rejected);
  const successive = pairs(rejected).filter(
    ([first, next]) => first.limits.resetSeconds === next.limits.resetSeconds && first.limits.remaining > 0,
  );
  const isFalling = successive.every(([first, next]) => next.limits.remaining < first.limits.remaining);
  return successive.length > 0 && isFalling ? seen('per-address', note, rejected) : unseen(note, rejected);
}

/** Got 401, or the 429 of those who have no key. */
function isWithoutKey({ status, isCached, isKeyed, isLimited }: Reading): boolean {
  return !isCached && (status === 401 || (isLimited && !isKeyed));
}

/** More than this is not the refill of a sliding window's oldest request alone. */
const MEANINGFUL_USE = 5;
const CLOSE_SECONDS = 3;

type Crossing = ReturnType<typeof crossingsIn>[number];

/** When the windows of the limits begin: all at one time of the clock, or as responses before and after a reset show it (§8.2). */
function windowStart(evidence: Evidence): Seen {
  const all = limitsShown(
    evidence.readings.filter((reading) => isOrdinary(reading) || (reading.isLimited && !reading.isCached)),
  );
  const ofDays = all.filter((one) => windowOf(ofLimit(all, one.limits.limit)) === 'day');
  const ofMinutes = all.filter((one) => !ofDays.includes(one));
  const minute = minuteStart(evidence, ofMinutes);
  const isAtMidnight = ofDays.length > 0 && ofDays.every(({ limits }) => limits.resetSeconds % DAY_SECONDS === 0);
  if (!isAtMidnight) return minute;
  const note = 'the day ends at midnight UTC';
  if (minute.choice === undefined || minute.choice === 'calendar')
    return seen('calendar', note, [...ofDays, ...minute.readings]);
  return seen({ minute: minute.choice, day: 'calendar' }, `${note}; ${minute.note}`, [...ofDays, ...minute.readings]);
}

function minuteStart({ readings }: Evidence, all: readonly LimitsShown[]): Seen {
  const crossings = crossingsIn(all);
  const both = distinct(crossings.flatMap(({ first, next }) => [first, next]));
  const sliding = crossings.filter(isStillUsed);
  const fresh = crossings.filter((crossing) => isFreshAgain(crossing, readings));
  const decisive = sliding[0] ?? fresh[0];
  const isWhole = crossings.every(({ next }) => beginsWhole(next));
  // A window that begins with a request just after a full minute also ends just after one.
  const isLate = crossings.some(({ secondsSince }) => secondsSince > CLOSE_SECONDS);
  const isOnClock =
    all.every((one) => one.limits.resetSeconds % MINUTE_SECONDS === 0) && !(crossings.length > 0 && isWhole && isLate);
  const [first] = all;
  // A window that began with the first request would end a minute after it.
  if (sliding.length === 0 && first && isOnClock && secondsLeft(first) < MINUTE_SECONDS - CLOSE_SECONDS) {
    return seen('calendar', 'every reset was at a full minute, the first one in less than a minute', all);
  }
  if (decisive === undefined) return unseen('no conclusive response came after a reset', both);
  const { limits } = decisive.next;
  const note = `after the reset ${limits.remaining} of ${limits.limit} requests were left`;
  if (sliding.length > 0) return fresh.length > 0 ? unseen(note, both) : seen('sliding', note, both);
  if (isOnClock) return seen('calendar', `${note}, and every reset was at a full minute`, both);
  return isWhole ? seen('first-request', `${note}, and a whole window began`, both) : unseen(note, both);
}

/** Minute and day may be described in turn: a response is compared with the last one that showed the same Limit. */
function crossingsIn(all: readonly LimitsShown[]) {
  const tracks = distinct(all.map(trackOf)).map((track) => all.filter((one) => trackOf(one) === track));
  return tracks.flatMap(pairs).flatMap(([first, next]) => {
    const secondsSince = next.respondedMs / 1000 - first.limits.resetSeconds;
    const isPast = secondsSince >= 0 && precedes(first.exchange, next.exchange);
    return isPast && !next.isLimited ? [{ first, next, secondsSince }] : [];
  });
}

function trackOf({ keyName, limits }: LimitsShown): string {
  return `${limits.limit} ${keyName}`;
}

function isStillUsed({ first, next, secondsSince }: Crossing): boolean {
  return used(first) >= MEANINGFUL_USE && used(next) > MEANINGFUL_USE && secondsSince <= CLOSE_SECONDS;
}

/** Returns whether requests no longer count of which a sliding window would still have counted a good part. */
function isFreshAgain({ next }: Crossing, readings: readonly Reading[]): boolean {
  if (used(next) > MEANINGFUL_USE) return false;
  const { respondedMs } = next;
  const recent = readings.filter(
    (reading) =>
      isOrdinary(reading) &&
      reading.isAccepted &&
      reading.keyName === next.keyName &&
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

const statuses = ['400', '404', '429'] as const;

/** So often Remaining must have fallen by one from an accepted response to the next before a key counts as used by nobody else. */
const QUIET_STEPS = 3;

/** Returns which error responses use quota, as Remaining shows from one response of a key to the next. */
function rejectedRequestsCost(evidence: Evidence): Seen {
  const known = costsIn(stepsIn(evidence), evidence.settings.isExclusive);
  const choice = Object.fromEntries(known.map(({ status, isCounted }) => [status, isCounted]));
  const inWords = (cost: boolean | undefined) => (cost === undefined ? 'unknown' : cost ? 'yes' : 'no');
  const note = `uses quota: ${statuses.map((status) => `${status} ${inWords(choice[status])}`).join(', ')}`;
  const isOf = (wanted: string) => (reading: Reading) => reading.isKeyed && String(reading.status) === wanted;
  const rejected = evidence.readings.filter((reading) => statuses.some((status) => isOf(status)(reading)));
  if (known.length === 0) return unseen(note, rejected);
  const shown = known.flatMap(({ readings }) => readings);
  const members = Object.fromEntries(known.map(({ status, readings }) => [status, readings]));
  const notSeen = statuses.filter((status) => choice[status] === undefined);
  const unknown = notSeen.filter((status) => rejected.some(isOf(status)));
  return {
    ...seen({ ...defaultBehaviour['refused-requests-count'], ...choice }, note, shown, notSeen, members),
    unknown: Object.fromEntries(unknown.map((status) => [status, 'no count of what was left shows it'])),
  };
}

/** Returns by how much Remaining fell from one response of a key to the next. Requests under way together show nothing. */
function stepsIn(evidence: Evidence) {
  const groups = openLedger(evidence).flatMap((account) => pairs(account.groups.filter(([first]) => first?.isKeyed)));
  return groups.flatMap(([[first, ...others], [next, ...more]]) => {
    if (first === undefined || next === undefined || others.length + more.length > 0) return [];
    const fall = fallBetween(first, next);
    return fall === undefined ? [] : [{ next, fall }];
  });
}

/** Reset is rounded: in a sliding window, requests of its last seconds may have left it already. */
const LAST_MS = 2_000;

function fallBetween(first: Reading, next: Reading): number | undefined {
  const [before, after] = [first.limits, next.limits];
  if (before === undefined || after === undefined || first.isCached || next.isCached) return undefined;
  const isAboutToReset = after.resetSeconds * 1000 - next.respondedMs <= LAST_MS;
  const isSame = before.limit === after.limit && before.resetSeconds === after.resetSeconds;
  // At 0 it falls no further.
  const isSpent = before.remaining === 0 || (next.isLimited && after.remaining === 0);
  return isSame && !isSpent && !isAboutToReset ? before.remaining - after.remaining : undefined;
}

/** Returns what each status costs; nothing where another user of the key, or a service that counts later, is the simpler explanation. */
function costsIn(steps: ReturnType<typeof stepsIn>, isExclusive: boolean | undefined) {
  const accepted = steps.filter(({ next }) => next.isAccepted && next.operation !== undefined);
  const isQuiet = isExclusive || accepted.length >= QUIET_STEPS;
  const isOdd = accepted.some(({ fall }) => fall !== 1) || steps.some(({ fall }) => fall !== 0 && fall !== 1);
  if (!isQuiet || isOdd) return [];
  return statuses.flatMap((status) => {
    const own = steps.filter(({ next }) => String(next.status) === status);
    const [fall, ...others] = distinct(own.map((step) => step.fall));
    const isClear = fall !== undefined && others.length === 0;
    return isClear ? [{ status, isCounted: fall === 1, readings: own.map(({ next }) => next) }] : [];
  });
}

/** Which fields of the IETF draft stand beside the three headers (§8.1), by their structure: the document promises nothing of these fields. */
function rateLimitFields({ readings }: Evidence): Seen {
  const shown = limitsShown(readings.filter(({ isCached }) => !isCached));
  const forms = groupBy(shown, (reading) => JSON.stringify(formOf(reading)));
  const [first] = shown;
  if (first === undefined) return unseen('no response had well-formed rate-limit headers');
  const examples = [...forms.values()].flatMap(([example]) =>
    example === undefined ? [] : rateLimitFieldNames.map((name) => headerInWords(example, name)).join(', '),
  );
  const note = examples.slice(0, 3).join('; ');
  const form = formOf(first);
  const mayLackOne = Object.keys(form).length < 2 && shown.some(({ mayHideHeaders }) => mayHideHeaders);
  if (forms.size > 1 || mayLackOne || Object.values(form).includes('other')) return unseen(note, shown);
  if (Object.keys(form).length === 0) return seen('x', note, shown);
  const names = namesIn(shown);
  return seen(
    { ...form, ...names },
    note,
    shown,
    windows.filter((window) => !(window in names)),
  );
}

const fieldsOf = memoize(({ header }: Reading) => parseRateLimitFields({ get: (name) => header(name) ?? null }));

const windows = ['minute', 'day'] as const;
const windowSeconds = { minute: 60, day: 86_400 } as const;

/** Returns the window of a policy; undefined for one of another length, or of another unit than requests. */
function windowOfPolicy(policy: QuotaPolicy | undefined): keyof typeof windowSeconds | undefined {
  return windows.find((each) => policy?.unit === 'requests' && policy.windowSeconds === windowSeconds[each]);
}

/** As a behaviour has it; `other`: malformed, or nothing that a fake could send. */
type Extent = 'each-window' | 'described-window' | 'other';

function formOf(reading: Reading): { [Name in (typeof rateLimitFieldNames)[number]]?: Extent } {
  const { policies, limits } = fieldsOf(reading);
  const limited = limits?.map(
    ({ name }) => windowOfPolicy(policies?.find((policy) => policy.name === name)) ?? 'unknown',
  );
  const all = {
    'RateLimit-Policy': extentOf(policies?.map((policy) => windowOfPolicy(policy) ?? 'unknown')),
    // Without policies an item says nothing of its window.
    RateLimit: policies === undefined ? extentOf(limits && windows.slice(0, limits.length)) : extentOf(limited),
  };
  const sent = rateLimitFieldNames.filter((name) => reading.header(name) !== undefined);
  return Object.fromEntries(sent.map((name) => [name, all[name]]));
}

function extentOf(shown: readonly string[] = []): Extent {
  const isKnown = shown.length === new Set(shown).size && !shown.includes('unknown');
  if (!isKnown || shown.length === 0) return 'other';
  return shown.length === 1 ? 'described-window' : 'each-window';
}

/** Returns what the policies of each window are called, if all have one name, and it is a plain word as a code of an error is. */
function namesIn(shown: readonly Reading[]): { [Window in keyof typeof windowSeconds]?: string } {
  const policies = shown.flatMap((reading) => fieldsOf(reading).policies ?? []);
  return Object.fromEntries(
    windows.flatMap((window) => {
      const own = policies.filter((policy) => windowOfPolicy(policy) === window);
      const [name, ...others] = distinct(own.map((policy) => policy.name));
      return name !== undefined && others.length === 0 && isCode(name) ? [[window, name]] : [];
    }),
  );
}
