import { formatDuration } from '../../src/json/times.js';
import type { KnownLimit } from '../governor/back-off.js';
import { groupBeyondLimit } from '../plan.js';
import { exhaustProbes, LARGEST_OVERRUN, NEEDED_BEYOND_LIMIT, windowsToExhaust } from '../probes/exhaust.js';
import { isPetWrite, type Probe } from '../probes/probe.js';
import type { Session } from '../session.js';
import { Stop, type SuiteDependencies, type SuiteOptions } from '../suite.js';

/** How long a window is observed to see whether its Reset stays the same. */
const WATCHED_MS = 12_000;
const MINUTE_MS = 60_000;
/** Beyond a minute: services may count in their own time. */
const APART_MS = 2_000;
const MOST_ODD_RESPONSES = 3;
/** After the moment that a 429 indicates: it is rounded, and so may be the end of the window. */
const RECOVERED_MS = 2_000;
/** The judge allows the clocks of gateways ten seconds; the known Reset has a margin of one. */
const CLOCKS_APART_MS = 10_000;

/** With so few left, updates are sent, too: every operation must be served until nothing is left. */
const FEW = 24;

const { overrun, others, recovered, afterReset } = exhaustProbes;
const [orders, pet, update] = others;
const reads = [overrun, orders, pet];
const withUpdates = reads.flatMap((read) => [read, update]);

/** Exhausts the limit, in several windows if nobody else uses the key. Sends nothing between a 429 and the time that it indicates. */
export async function exhaust(session: Session, options: SuiteOptions, { clock }: SuiteDependencies): Promise<void> {
  const { limit } = session.governor;
  const obstacle = obstacleOf(limit, session, options, clock.now());
  if (limit === undefined || obstacle !== undefined) {
    session.history.note(`the limit was not exhausted: ${obstacle}`);
    return;
  }
  await awaitWindow(limit, session, clock.now());
  // If the user gave the number of requests, that decides.
  const windows = windowsToExhaust(options.maxRequests === undefined ? limit.limit : 1, options);
  for (let window = 0; window < windows; window++) {
    if (window > 0 && !(await prepareNext(session, options, clock))) break;
    const isLimited = await overrunLimit(limit.limit, groupBeyondLimit(window, options), session, options);
    if (!isLimited) break;
    await recover(session, options);
  }
  await lookAfterReset(session, options, clock.now());
  await session.stock.guard?.settle();
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

/** Waits until the last 429s are over a minute old, since many may get the key banned. Returns whether another window follows. */
async function prepareNext(
  session: Session,
  options: SuiteOptions,
  clock: SuiteDependencies['clock'],
): Promise<boolean> {
  const { governor } = session;
  const { exchanges } = session.history;
  const limited = exchanges.findLast(({ response }) => response?.status === 429);
  const untilMs = (limited?.endedMs ?? 0) + MINUTE_MS + APART_MS;
  if (governor.boundBelow(untilMs - clock.now()) !== undefined) return false;
  await governor.pause(untilMs, 'keeping 429s a minute apart');
  const { limit } = governor;
  if (limit === undefined || obstacleOf(limit, session, options, clock.now()) !== undefined) return false;
  await awaitWindow(limit, session, clock.now());
  return true;
}

/** Waits for the next window if this one would end before its requests are used up, and the next one would not. */
async function awaitWindow({ limit, remaining, resetMs }: KnownLimit, session: Session, nowMs: number): Promise<void> {
  const { governor } = session;
  // What was under way with others took longer.
  const alone = session.history.exchanges.filter(({ order }) => order === undefined || order.ended === order.began + 1);
  const eachMs = alone.reduce((sum, { startedMs, endedMs }) => sum + endedMs - startedMs, 0) / alone.length;
  const isTooShort = WATCHED_MS + 1.25 * remaining * eachMs > resetMs - nowMs;
  const isWorthIt = WATCHED_MS + limit * eachMs < MINUTE_MS && governor.boundBelow(resetMs - nowMs) === undefined;
  if (isTooShort && isWorthIt) await governor.pause(resetMs, 'waiting for a whole window');
}

/** Returns whether a 429 was received. The last request is sent at once with others; where nobody else writes, all operations are sent in turn before. */
async function overrunLimit(
  limit: number,
  group: readonly Probe[],
  session: Session,
  { isExclusive }: SuiteOptions,
): Promise<boolean> {
  let succeeded = 0;
  let odd = 0;
  let isGroupDue = true;
  const useless = new Set<Probe>();
  for (let turn = 0; succeeded <= limit && odd < MOST_ODD_RESPONSES; turn++) {
    const left = session.governor.limit?.remaining ?? limit;
    const inTurn = !isExclusive ? [overrun] : (left <= FEW ? withUpdates : reads).filter((each) => !useless.has(each));
    const probe = inTurn[turn % inTurn.length] ?? overrun;
    const isTogether: boolean = isGroupDue && turn > 0 && left === 1;
    const exchanges = isTogether
      ? await session.sendTogether(group, 'overrun')
      : [await session.send(probe, 'overrun')];
    isGroupDue &&= !isTogether;
    const statuses = exchanges.map((exchange) => exchange?.response?.status ?? 0);
    if (statuses.includes(429)) return true;
    const accepted = statuses.filter((status) => status >= 200 && status < 300).length;
    succeeded += accepted;
    // What is no success without a 429 either, such as an operation that was removed, is not sent again.
    if (accepted === 0 && !isTogether && probe !== overrun) useless.add(probe);
    else odd += statuses.length - accepted;
    const [first] = exchanges;
    if (first !== undefined && turn === 0) {
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
    session.history.note(`what follows Reset was not observed: it is further away than ${bound}`);
    return;
  }
  await session.governor.pause(untilMs, 'waiting for Reset');
  await sendWhileServed(afterReset, session, options);
}

async function recover(session: Session, options: SuiteOptions): Promise<void> {
  const { governor } = session;
  await governor.pause(
    governor.silentUntilMs + RECOVERED_MS,
    'waiting until the time that the 429 indicated has passed',
  );
  const isServed = await sendWhileServed(recovered, session, options);
  if (!isServed) throw new Stop('the service still returned 429 after Retry-After had passed');
}

/** Sends probes, those with the key while requests are left. Returns false at a 429, after which it sends no more. */
async function sendWhileServed(
  probes: readonly Probe[],
  session: Session,
  { isExclusive }: SuiteOptions,
): Promise<boolean> {
  for (const [index, probe] of probes.entries()) {
    const isSpent = index > 0 && (session.governor.limit?.remaining ?? 1) < 1;
    if (isSpent && probe.credential === 'key') continue;
    if (isPetWrite(probe) && !isExclusive && !session.stock.isOriginal) continue;
    const exchange = await session.send(probe, 'overrun');
    if (exchange?.response?.status === 429) return false;
  }
  return true;
}
