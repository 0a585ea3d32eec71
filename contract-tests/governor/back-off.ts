import {
  type Exchange,
  headerOf,
  isGivenKey,
  type RecordedResponse,
  rateLimitsOf,
  valuesOf,
} from '../../src/exchange/exchange.js';
import { parseHttpDate } from '../../src/json/dates.js';
import { parseRetryAfter } from '../../src/service/rate-limit-headers.js';

/** A known limit of the key. */
export type KnownLimit = NonNullable<ReturnType<typeof limitsIn>>;

/** Returns the limit of the given key that a response describes. A 401 may have its own limits, a cached response old ones. */
export function limitsIn(exchange: Exchange) {
  const { request, response } = exchange;
  const isCached = Number((response && headerOf(response.headers, 'age')) ?? 0) > 0;
  if (!isGivenKey(request.credential) || response?.status === 401 || isCached) return undefined;
  const state = rateLimitsOf(response);
  // By our own clock, with a margin of a second; infinite if the service gave no plausible moment.
  const resetMs = (plausibleResetMs(exchange) ?? Number.POSITIVE_INFINITY) + 1000;
  return state && { limit: state.limit, remaining: state.remaining, resetMs };
}

const FIRST_WAIT_MS = 1_000;
const DAY_MS = 86_400_000;
/** A later Reset is not that of a minute: a 429 without `Retry-After` does not say to wait so long. */
const NEAR_MS = 75_000;

/** What a back-off without `Retry-After` goes by. */
export interface BackOff {
  /** Error responses of this kind before this one. */
  readonly earlier: number;
  /** From 0 to 1: added so that clients do not return at the same time. */
  readonly jitter: number;
}

type Received = Pick<Exchange, 'endedMs'> & {
  readonly response: Pick<RecordedResponse, 'status' | 'headers'> | undefined;
};

/** Returns whether a response says that the same request may succeed later. */
export function asksToComeBack(response: Received['response']): boolean {
  return response?.status === 429 || response?.status === 503;
}

/** Returns until when nothing may be sent after a response, by our own clock; undefined if it does not ask for that. */
export function silentUntilMs(exchange: Received, backOff: BackOff): number | undefined {
  const status = exchange.response?.status;
  if (exchange.response === undefined || status === undefined || ![403, 429, 503].includes(status)) return undefined;
  // A gateway and the service may both send it.
  const retryAfter = valuesOf(exchange.response.headers, 'retry-after');
  const indicatedMs = retryAfter.flatMap((text) => indicatedMoment(text.trim(), exchange) ?? []);
  if (indicatedMs.length > 0) return nextSecond(Math.max(...indicatedMs, exchange.endedMs));
  return status === 429 ? nextSecond(exponential(exchange, backOff)) : undefined;
}

/** Returns how far our clock is ahead of the service's, by its `Date`; 0 without one. */
function clockSkewMs({ response, endedMs }: Received): number {
  const dateMs = parseHttpDate(response === undefined ? '' : (headerOf(response.headers, 'date') ?? ''));
  return dateMs === undefined ? 0 : endedMs - dateMs;
}

/** Returns the moment of `X-RateLimit-Reset` by our clock; undefined if it is missing or implausible. */
function plausibleResetMs(exchange: Received): number | undefined {
  const { response, endedMs } = exchange;
  const limits = rateLimitsOf(response);
  if (limits === undefined) return undefined;
  const resetMs = limits.resetSeconds * 1000 + clockSkewMs(exchange);
  return resetMs >= endedMs && resetMs <= endedMs + DAY_MS + 10_000 ? resetMs : undefined;
}

/** Malformed seconds, such as `60s` or `1.5`, still say how long the service asks to wait. */
function indicatedMoment(text: string, exchange: Received): number | undefined {
  const retryAfter = /^\d+(?=[\d.]*\s*(?:s|sec|seconds?)?$)/i.exec(text)?.[0] ?? text;
  const isDate = !/^\d+$/.test(retryAfter);
  const moment = parseRetryAfter(retryAfter, exchange.endedMs);
  return moment === undefined ? undefined : moment + (isDate ? clockSkewMs(exchange) : 0);
}

function exponential(exchange: Received, { earlier, jitter }: BackOff): number {
  const waitMs = FIRST_WAIT_MS * 2 ** earlier * (1 + jitter);
  const resetMs = plausibleResetMs(exchange) ?? 0;
  const isNear = resetMs <= exchange.endedMs + NEAR_MS;
  return Math.max(exchange.endedMs + waitMs, isNear ? resetMs : 0);
}

/** Services count in whole seconds, and round either way. */
function nextSecond(ms: number): number {
  return (Math.floor(ms / 1000) + 1) * 1000;
}
