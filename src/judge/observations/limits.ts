import { parseHttpDate } from '../../spec/http-date.js';
import { plans } from '../../spec/plans.js';
import type { RateLimitState } from '../../spec/rate-limit-headers.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { agreed, distinct, headerInWords, isOrdinary, type Seen, seen, unseen } from './seen.js';

interface Counted {
  readonly reading: Reading;
  readonly limits: RateLimitState;
}

/** More than this is not the refill of a sliding window's oldest request alone. */
const MEANINGFUL_USE = 5;
const CLOSE_SECONDS = 3;

export function unauthenticatedQuota({ readings }: Evidence): Seen {
  const refused = counted(readings.filter(({ status, isCached }) => status === 401 && !isCached));
  const all = refused.map(({ reading }) => reading);
  const { perMinute, perDay } = plans.free;
  if (refused.length < 2) return unseen('fewer than two 401 answers with rate-limit headers were seen', all);
  const shown = distinct(refused.map(({ limits }) => `${limits.remaining} of ${limits.limit}`));
  const note = `401 answers show ${shown.slice(0, 5).join(', ')} requests left`;
  if (!refused.every(({ limits }) => limits.limit === perMinute || limits.limit === perDay)) return unseen(note, all);
  if (refused.every(({ limits }) => limits.remaining === limits.limit)) return seen('free-plan-untouched', note, all);
  const isFalling = pairs(refused).every(([first, next]) => next.limits.remaining < first.limits.remaining);
  return isFalling ? seen('per-address', note, all) : unseen(note, all);
}

export function refusedRequestsCount(evidence: Evidence): Seen {
  const withKey = counted(evidence.readings.filter((reading) => isOrdinary(reading) || reading.isLimited));
  const answers = [400, 404, 429].map((status) => ({ status, cost: costOf(status, withKey) }));
  const inWords = answers.map(
    ({ status, cost }) => `${status} ${cost === undefined ? 'not told' : cost ? 'yes' : 'no'}`,
  );
  const note = `uses quota: ${inWords.join(', ')}`;
  const refused = withKey.filter(({ reading }) => [400, 404, 429].includes(reading.status ?? 0));
  const readings = refused.map(({ reading }) => reading);
  const known = answers.flatMap(({ status, cost }) => (cost === undefined ? [] : [[String(status), cost] as const]));
  return known.length === answers.length ? seen(Object.fromEntries(known), note, readings) : unseen(note, readings);
}

/** At 0 Remaining cannot fall, so there a refusal tells nothing. */
function costOf(status: number, all: readonly Counted[]): boolean | undefined {
  const falls = pairs(all)
    .filter(
      ([first, next]) => next.reading.status === status && isSameWindow(first, next) && first.limits.remaining > 0,
    )
    .map(([first, next]) => first.limits.remaining - next.limits.remaining);
  const [fall] = distinct(falls);
  return distinct(falls).length === 1 && (fall === 0 || fall === 1) ? fall === 1 : undefined;
}

export function describedWindow(evidence: Evidence): Seen {
  const shown = counted(evidence.readings.filter(isOrdinary));
  const readings = shown.map(({ reading }) => reading);
  if (shown.length === 0) return unseen('no answer showed the limits of a key');
  const limits = distinct(shown.map(({ limits }) => limits.limit));
  const possible = possiblePlans(evidence).filter(({ perMinute, perDay }) =>
    limits.every((limit) => limit === perMinute || limit === perDay),
  );
  const note = `Limit was ${limits.slice(0, 5).join(', ')}`;
  const [plan] = possible;
  if (plan === undefined || possible.length > 1) return unseen(`${note}: more than one plan or none has it`, readings);
  if (limits.length === 2) return seen('fewest-remaining', `${note}: minute and day in turn`, readings);
  if (limits[0] === plan.perMinute)
    return unseen(`${note}: the minute, be it always or while it is the scarcer one`, readings);
  const isScarcer = shown.some(({ limits: { remaining } }) => remaining <= plan.perMinute);
  if (isScarcer) return unseen(`${note}: the day, be it always or while it is the scarcer one`, readings);
  return seen('day', `${note}: the day, though more requests were left than a minute allows`, readings);
}

function possiblePlans({ settings: { plan } }: Evidence) {
  const { free, pro, business } = plans;
  if (plan === undefined) return [free, pro, business];
  return plan === 'enterprise' ? [] : [plans[plan]];
}

export function windowStart({ readings }: Evidence): Seen {
  const all = counted(readings.filter(isOrdinary));
  const crossing = pairs(all).find(([first, next]) => {
    const isUsed = first.limits.limit - first.limits.remaining >= MEANINGFUL_USE;
    const sinceReset = next.reading.answeredMs / 1000 - first.limits.resetSeconds;
    return isSameKey(first, next) && isUsed && sinceReset >= 0 && sinceReset <= CLOSE_SECONDS;
  });
  if (crossing === undefined) return unseen('no answer came just after a reset');
  const [first, { limits, reading }] = crossing;
  const both = [first.reading, reading];
  const note = `after the reset ${limits.remaining} of ${limits.limit} requests were left`;
  if (limits.limit !== first.limits.limit) return unseen(note, both);
  if (limits.remaining < limits.limit - MEANINGFUL_USE) return seen('sliding', note, both);
  if (distinct(all.map((one) => one.limits.resetSeconds)).every((reset) => reset % 60 === 0)) {
    return seen('calendar', `${note}, and every reset was at a full minute`, both);
  }
  const distance = limits.resetSeconds - reading.answeredMs / 1000;
  const isWhole = [60, 86_400].some((window) => Math.abs(distance - window) <= CLOSE_SECONDS);
  return isWhole ? seen('first-request', `${note}, and a whole window began`, both) : unseen(note, both);
}

export function retryAfterFormat({ readings }: Evidence): Seen {
  const limited = readings.filter((reading) => reading.isLimited && reading.header('retry-after') !== undefined);
  const choiceOf = (reading: Reading) => {
    const value = reading.header('retry-after') ?? '';
    if (/^\d+$/.test(value)) return 'seconds';
    return parseHttpDate(value) === undefined ? undefined : 'http-date';
  };
  return agreed(limited, choiceOf, 'Retry-After of a 429', (reading) => headerInWords(reading, 'Retry-After'));
}

export function enterpriseLimits({ readings, settings }: Evidence): Seen {
  if (settings.plan !== 'enterprise') return unseen('the key is not said to be of the Enterprise plan');
  const shown = counted(readings.filter(isOrdinary));
  const all = shown.map(({ reading }) => reading);
  const limits = distinct(shown.map(({ limits }) => limits.limit)).sort((a, b) => a - b);
  const note = `Limit was ${limits.slice(0, 5).join(', ') || 'never shown'}`;
  const [perMinute = 0, perDay = 0] = limits;
  return limits.length === 2 && perMinute > 0 ? seen({ perMinute, perDay }, note, all) : unseen(note, all);
}

function counted(readings: readonly Reading[]): Counted[] {
  return readings.flatMap((reading) => (reading.limits === undefined ? [] : [{ reading, limits: reading.limits }]));
}

function pairs(all: readonly Counted[]): [Counted, Counted][] {
  return all.slice(1).map((next, index) => [all[index] ?? next, next]);
}

function isSameKey({ reading: first }: Counted, { reading: next }: Counted): boolean {
  const name = ({ credential }: Reading) => (credential.kind === 'bearer' ? credential.name : undefined);
  return name(first) === name(next) && first.exchange.endedMs <= next.exchange.startedMs;
}

function isSameWindow(first: Counted, next: Counted): boolean {
  const isSame = first.limits.limit === next.limits.limit && first.limits.resetSeconds === next.limits.resetSeconds;
  return isSame && isSameKey(first, next);
}
