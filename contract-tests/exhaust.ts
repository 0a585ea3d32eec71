import { type Exchange, headerOf } from '../src/exchange/exchange.js';
import { parseRateLimitHeaders } from '../src/spec/rate-limit-headers.js';
import { formatDuration } from '../src/spec/times.js';
import type { KnownLimit } from './governor/quota.js';
import { exhaustProbes, LARGEST_OVERRUN } from './probes/choose-probes.js';
import type { Session } from './session.js';
import { Stop, type SuiteDependencies, type SuiteOptions } from './suite.js';

/** A window must have been watched so long before it can be told whether its Reset stands still. */
const WATCHED_MS = 12_000;
/** Answers of one window tell the same Reset, give or take what clocks and gateways do. */
const SAME_RESET_SECONDS = 10;
/** After the overrun: the two that look, the refused PATCH, and restoring. */
const NEEDED_AFTERWARDS = 5;
const MOST_ODD_ANSWERS = 3;
/** The judge allows the clocks of gateways ten seconds; the known Reset has a margin of one. */
const CLOCKS_APART_MS = 10_000;

const { overrun, beyond, recovered, afterReset } = exhaustProbes;

/** Runs into the limit once, and looks what comes after. Sends nothing between the 429 and the time that it indicates. */
export async function exhaust(session: Session, options: SuiteOptions, { clock }: SuiteDependencies): Promise<void> {
  const limit = session.governor.limit();
  const obstacle = obstacleOf(limit, session, options, clock.now());
  if (limit === undefined || obstacle !== undefined) {
    session.note(`the limit was not run into: ${obstacle}`);
    return;
  }
  const isRefused = await runInto(limit.limit, session, options);
  if (isRefused) await recover(session);
  await lookAfterReset(session, options, clock.now());
  await session.guard?.settle();
}

function obstacleOf(
  limit: KnownLimit | undefined,
  session: Session,
  options: SuiteOptions,
  nowMs: number,
): string | undefined {
  if (limit === undefined) return 'no answer told it';
  const needed = session.budget.sent + Math.min(limit.remaining, limit.limit) + 1 + NEEDED_AFTERWARDS;
  if (limit.limit > LARGEST_OVERRUN && options.maxRequests === undefined) {
    return `it is ${limit.limit} requests, more than ${LARGEST_OVERRUN}; --max-requests ${needed} allows them`;
  }
  if (needed > session.budget.limit)
    return `that takes ${needed} requests in all; --max-requests ${needed} allows them`;
  if (limit.resetMs === Number.POSITIVE_INFINITY) return 'no answer told a Reset that can be meant';
  const waitMs = limit.resetMs - nowMs;
  if (options.isFake || waitMs <= options.maxWaitMs) return undefined;
  return `it resets in ${formatDuration(waitMs)}, longer than --max-wait ${formatDuration(options.maxWaitMs)}`;
}

/** Returns whether a 429 came. */
async function runInto(limit: number, session: Session, { isFake }: SuiteOptions): Promise<boolean> {
  let succeeded = 0;
  let odd = 0;
  let isWatched = false;
  let isPatchDue = isFake && session.guard !== undefined;
  while (succeeded <= limit && odd < MOST_ODD_ANSWERS) {
    const isBeyond = isPatchDue && session.governor.limit()?.remaining === 0;
    if (isBeyond) isPatchDue = false;
    const exchange = await session.perform(isBeyond ? beyond : overrun, 'overrun');
    const status = exchange?.response?.status ?? 0;
    if (status === 429) return true;
    if (status >= 200 && status < 300) succeeded++;
    else odd++;
    if (isWatched) continue;
    isWatched = true;
    await session.governor.pause(windowStartMs(session.exchanges) + WATCHED_MS, 'a window is watched for a while');
  }
  return false;
}

/** Waits until nobody's clock can doubt that the Reset told last has passed, as far as the user allows such a wait. */
async function lookAfterReset(session: Session, { isFake, maxWaitMs }: SuiteOptions, nowMs: number): Promise<void> {
  const untilMs = (session.governor.limit()?.resetMs ?? nowMs) + CLOCKS_APART_MS;
  if (!Number.isFinite(untilMs) || (!isFake && untilMs - nowMs > maxWaitMs)) {
    session.note(
      `what comes after Reset was not looked at: it is longer than --max-wait ${formatDuration(maxWaitMs)} away`,
    );
    return;
  }
  await session.governor.pause(untilMs, 'Reset is to come');
  await session.perform(afterReset, 'overrun');
}

async function recover(session: Session): Promise<void> {
  const exchange = await session.perform(recovered, 'overrun');
  if (exchange?.response?.status === 429) throw new Stop('still refused after the time that the 429 indicated');
}

/** When the first answer came that the given key got in the window of the last one. */
function windowStartMs(exchanges: readonly Exchange[]): number {
  const told = exchanges.flatMap((exchange) => {
    const { credential } = exchange.request;
    const state = parseRateLimitHeaders({ get: (name) => headerOf(exchange.response?.headers ?? [], name) ?? null });
    return credential.kind === 'bearer' && credential.standing === 'given' && state ? [{ ...state, exchange }] : [];
  });
  const last = told.at(-1);
  if (last === undefined) return 0;
  const isSame = (one: typeof last) =>
    one.limit === last.limit && Math.abs(one.resetSeconds - last.resetSeconds) <= SAME_RESET_SECONDS;
  const other = told.findLastIndex((one) => !isSame(one));
  return told[other + 1]?.exchange.endedMs ?? last.exchange.endedMs;
}
