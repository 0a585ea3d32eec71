import type { Evidence } from '../evidence.js';
import { SKEW_MS } from '../ledger/limit-headers.js';
import type { Reading } from '../reading.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { keyOf, type LimitsShown, limitsShown, pairs, secondsLeft } from './limits-shown.js';
import { distinct, isOrdinary, type Seen, seen, unseen } from './seen.js';

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
    const secondsSince = next.reading.answeredMs / 1000 - first.limits.resetSeconds;
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

/** Tells whether a window was forgotten of which a sliding one would still have counted a good part. */
function isFreshAgain({ next }: Crossing, readings: readonly Reading[]): boolean {
  if (used(next) > MEANINGFUL_USE) return false;
  const { answeredMs } = next.reading;
  const recent = readings.filter(
    (reading) =>
      isOrdinary(reading) &&
      isAccepted(reading) &&
      keyOf(reading) === keyOf(next.reading) &&
      reading.answeredMs < answeredMs &&
      reading.answeredMs > answeredMs - (MINUTE_SECONDS - CLOSE_SECONDS) * 1000,
  );
  return recent.length > used(next) + MEANINGFUL_USE;
}

function used({ limits }: LimitsShown): number {
  return limits.limit - limits.remaining;
}

function beginsWhole(one: LimitsShown): boolean {
  return [MINUTE_SECONDS, DAY_SECONDS].some((length) => Math.abs(secondsLeft(one) - length) <= CLOSE_SECONDS);
}
