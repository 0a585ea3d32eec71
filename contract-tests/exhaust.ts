import { formatDuration } from '../src/spec/times.js';
import type { KnownLimit } from './governor/quota.js';
import { exhaustProbes, LARGEST_OVERRUN, NEEDED_BEYOND_LIMIT } from './probes/exhaust-probes.js';
import { isPetWrite, type Probe } from './probes/probe.js';
import type { Session } from './session.js';
import { Stop, type SuiteDependencies, type SuiteOptions } from './suite.js';

/** How long a window is observed to see whether its Reset stays the same. */
const WATCHED_MS = 12_000;
const MOST_ODD_RESPONSES = 3;
/** The judge allows the clocks of gateways ten seconds; the known Reset has a margin of one. */
const CLOCKS_APART_MS = 10_000;

const { overrun, last, atOnce, recovered, afterReset } = exhaustProbes;

/** Exhausts the limit once, and observes what follows. Sends nothing between the 429 and the time that it indicates. */
export async function exhaust(session: Session, options: SuiteOptions, { clock }: SuiteDependencies): Promise<void> {
  const limit = session.governor.limit;
  const obstacle = obstacleOf(limit, session, options, clock.now());
  if (limit === undefined || obstacle !== undefined) {
    session.notes.push(`the limit was not exhausted: ${obstacle}`);
    return;
  }
  const isLimited = await overrunLimit(limit.limit, session, options);
  if (isLimited) await recover(session, options);
  await lookAfterReset(session, options, clock.now());
  await session.guard?.settle();
}

function obstacleOf(
  limit: KnownLimit | undefined,
  session: Session,
  options: SuiteOptions,
  nowMs: number,
): string | undefined {
  if (limit === undefined) return 'no response described it';
  const needed = session.budget.sent + Math.min(limit.remaining, limit.limit) + 1 + NEEDED_BEYOND_LIMIT;
  if (limit.limit > LARGEST_OVERRUN && options.maxRequests === undefined) {
    return `it is ${limit.limit} requests, more than ${LARGEST_OVERRUN}; --max-requests ${needed} allows them`;
  }
  if (needed > session.budget.limit)
    return `that takes ${needed} requests in all; --max-requests ${needed} allows them`;
  if (limit.resetMs === Number.POSITIVE_INFINITY) return 'no response had a plausible Reset';
  const waitMs = limit.resetMs - nowMs;
  const bound = session.governor.boundBelow(waitMs);
  return bound && `it resets in ${formatDuration(waitMs)}, longer than ${bound}`;
}

/**
 * Returns whether a 429 was received. If nobody else uses the key, a request for every operation precedes the last one that is left,
 * and that one is sent at the same time as others.
 */
async function overrunLimit(limit: number, session: Session, { isExclusive }: SuiteOptions): Promise<boolean> {
  let succeeded = 0;
  let odd = 0;
  const due = isExclusive ? [...last.map((probe) => [probe]), atOnce] : [];
  while (succeeded <= limit && odd < MOST_ODD_RESPONSES) {
    const left = session.governor.limit?.remaining ?? limit;
    const isDue = due.length > 0 && succeeded + odd > 0 && left <= due.length;
    // Where Remaining falls too fast, those before the group are omitted.
    const probes = isDue ? due.splice(0, due.length - Math.max(0, left - 1)).at(-1) : undefined;
    const exchanges =
      probes === atOnce
        ? await session.performTogether(atOnce, 'overrun')
        : [await session.perform(probes?.[0] ?? overrun, 'overrun')];
    const statuses = exchanges.map((exchange) => exchange?.response?.status ?? 0);
    if (statuses.includes(429)) return true;
    const accepted = statuses.filter((status) => status >= 200 && status < 300).length;
    succeeded += accepted;
    odd += statuses.length - accepted;
    const [first] = exchanges;
    if (first !== undefined && succeeded + odd === 1) {
      await session.governor.pause(first.endedMs + WATCHED_MS, 'observing a window');
    }
  }
  return false;
}

/** Waits until the last Reset has passed by any clock, as far as the user allows; for seconds if it is not a moment to come. */
async function lookAfterReset(session: Session, options: SuiteOptions, nowMs: number): Promise<void> {
  const resetMs = session.governor.limit?.resetMs ?? nowMs;
  const untilMs = Number.isFinite(resetMs) ? resetMs + CLOCKS_APART_MS : nowMs + WATCHED_MS;
  const bound = session.governor.boundBelow(untilMs - nowMs);
  if (bound !== undefined) {
    session.notes.push(`what follows Reset was not observed: it is further away than ${bound}`);
    return;
  }
  await session.governor.pause(untilMs, 'waiting for Reset');
  await sendWhileServed(afterReset, session, options);
}

async function recover(session: Session, options: SuiteOptions): Promise<void> {
  const isServed = await sendWhileServed(recovered, session, options);
  if (!isServed) throw new Stop('the service still returned 429 after Retry-After had passed');
}

/**
 * Sends probes, those with the key while requests are left: a sliding window may give back one at a time. Returns false at a 429,
 * after which it sends no more.
 */
async function sendWhileServed(
  probes: readonly Probe[],
  session: Session,
  { isExclusive }: SuiteOptions,
): Promise<boolean> {
  for (const [index, probe] of probes.entries()) {
    const isSpent = index > 0 && (session.governor.limit?.remaining ?? 1) < 1;
    if (isSpent && probe.credential === 'key') continue;
    if (isPetWrite(probe) && !isExclusive && !session.hasOriginalQuantity) continue;
    const exchange = await session.perform(probe, 'overrun');
    if (exchange?.response?.status === 429) return false;
  }
  return true;
}
