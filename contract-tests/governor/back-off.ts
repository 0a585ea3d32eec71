import { parseHttpDate } from '../../src/spec/http-date.js';
import { parseRateLimitHeaders } from '../../src/spec/rate-limit-headers.js';
import { parseRetryAfter } from '../../src/spec/retry-after.js';
import { type Exchange, headerOf } from '../../src/transcript/exchange.js';

const FIRST_WAIT_MS = 1_000;
const DAY_MS = 86_400_000;

/** What a back-off without `Retry-After` goes by. */
export interface BackOff {
  /** Refusals of this kind before this one. */
  readonly earlier: number;
  /** From 0 to 1: how much is added so that not everybody comes back at once. */
  readonly jitter: number;
  readonly maxWaitMs: number;
}

/**
 * Answers until when nothing may be sent after an answer, by our own clock in milliseconds since the epoch; undefined when
 * it asks for no silence. What the service indicates (§8.3) is followed in both formats, and rounded up to the next second.
 */
export function silentUntilMs(exchange: Exchange, backOff: BackOff): number | undefined {
  const status = exchange.answer?.status;
  if (exchange.answer === undefined || status === undefined || ![403, 429, 503].includes(status)) return undefined;
  const retryAfter = headerOf(exchange.answer.headers, 'retry-after')?.trim();
  const indicatedMs = retryAfter === undefined ? undefined : indicatedMoment(retryAfter, exchange);
  if (indicatedMs !== undefined) return nextSecond(Math.max(indicatedMs, exchange.endedMs));
  return status === 429 ? nextSecond(exponential(exchange, backOff)) : undefined;
}

/** How far our clock is ahead of the service's, by its `Date`; 0 where it tells none. */
function clockSkewMs({ answer, endedMs }: Exchange): number {
  const dateMs = parseHttpDate(answer === undefined ? '' : (headerOf(answer.headers, 'date') ?? ''));
  return dateMs === undefined ? 0 : endedMs - dateMs;
}

/** Answers the moment that `X-RateLimit-Reset` tells, by our clock; undefined when there is none or it cannot be meant. */
export function plausibleResetMs(exchange: Exchange): number | undefined {
  const { answer, endedMs } = exchange;
  const limits = parseRateLimitHeaders({ get: (name) => headerOf(answer?.headers ?? [], name) ?? null });
  if (limits === undefined) return undefined;
  const resetMs = limits.resetSeconds * 1000 + clockSkewMs(exchange);
  return resetMs >= endedMs && resetMs <= endedMs + DAY_MS + 10_000 ? resetMs : undefined;
}

/** What is not quite whole seconds, such as `60s` or `1.5`, still tells how long the service wants to be left alone. */
function indicatedMoment(text: string, exchange: Exchange): number | undefined {
  const retryAfter = /^\d+(?=[\d.]*\s*(?:s|sec|seconds?)?$)/i.exec(text)?.[0] ?? text;
  const isDate = !/^\d+$/.test(retryAfter);
  const moment = parseRetryAfter(retryAfter, exchange.endedMs);
  return moment === undefined ? undefined : moment + (isDate ? clockSkewMs(exchange) : 0);
}

function exponential(exchange: Exchange, { earlier, jitter, maxWaitMs }: BackOff): number {
  const waitMs = FIRST_WAIT_MS * 2 ** earlier * (1 + jitter);
  const resetMs = plausibleResetMs(exchange) ?? 0;
  const isNear = resetMs <= exchange.endedMs + maxWaitMs;
  return Math.max(exchange.endedMs + waitMs, isNear ? resetMs : 0);
}

/** Services count in whole seconds, and round as they like. */
function nextSecond(ms: number): number {
  return (Math.floor(ms / 1000) + 1) * 1000;
}
