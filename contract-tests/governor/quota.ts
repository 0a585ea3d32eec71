import { type Exchange, headerOf } from '../../src/exchange/exchange.js';
import { parseHttpDate } from '../../src/spec/dates.js';
import { parseRateLimitHeaders, parseRetryAfter } from '../../src/spec/rate-limit-headers.js';

/** Requests that only restoring may use: the PATCH and the GET that proves it. */
export const KEPT_FOR_RESTORING = 2;

/** A limit that the key is known to have. */
export interface KnownLimit {
  readonly limit: number;
  readonly remaining: number;
  /** By our own clock, a second of margin included; infinite where the service told no moment that can be meant. */
  readonly resetMs: number;
}

/** What is known of the given key's limits (§8.2). A service may describe the minute's and the day's in turn. */
export interface Quota {
  /** A request with the key is about to be sent. */
  spend(): void;
  learn(exchange: Exchange): void;
  /** The limit described last. */
  latest(): KnownLimit | undefined;
  /** Returns a limit that leaves fewer requests than the share given, and those kept for restoring, once one more is sent. */
  shortOf(reserve: number, nowMs: number): KnownLimit | undefined;
  /** Returns a limit of which nothing is left. */
  exhausted(nowMs: number): KnownLimit | undefined;
}

export function createQuota(): Quota {
  const known = new Map<number, KnownLimit>();
  let latest: KnownLimit | undefined;

  const firstWhere = (nowMs: number, holds: (limit: KnownLimit) => boolean) => {
    for (const each of known.values()) {
      if (each.resetMs <= nowMs) known.delete(each.limit);
      else if (holds(each)) return each;
    }
    return undefined;
  };

  return {
    spend() {
      for (const each of known.values()) known.set(each.limit, { ...each, remaining: each.remaining - 1 });
    },
    learn(exchange) {
      const told = describesKey(exchange) ? limitsOf(exchange) : undefined;
      if (told === undefined) return;
      latest = told;
      known.set(told.limit, told);
    },
    latest: () => latest,
    shortOf: (reserve, nowMs) =>
      firstWhere(nowMs, (each) => each.remaining - 1 < Math.ceil(reserve * each.limit) + KEPT_FOR_RESTORING),
    exhausted: (nowMs) => firstWhere(nowMs, ({ remaining }) => remaining < 1),
  };
}

/** A 401 may show limits of its own, a cached answer those of another time. */
function describesKey({ request, response }: Exchange): boolean {
  const { credential } = request;
  if (credential.kind !== 'bearer' || credential.standing !== 'given' || response === undefined) return false;
  return response.status !== 401 && !(Number(headerOf(response.headers, 'age') ?? 0) > 0);
}

function limitsOf(exchange: Exchange): KnownLimit | undefined {
  const state = parseRateLimitHeaders({ get: (name) => headerOf(exchange.response?.headers ?? [], name) ?? null });
  if (state === undefined) return undefined;
  const resetMs = plausibleResetMs(exchange);
  return {
    limit: state.limit,
    remaining: state.remaining,
    resetMs: resetMs === undefined ? Number.POSITIVE_INFINITY : resetMs + 1000,
  };
}

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
  const status = exchange.response?.status;
  if (exchange.response === undefined || status === undefined || ![403, 429, 503].includes(status)) return undefined;
  const retryAfter = headerOf(exchange.response.headers, 'retry-after')?.trim();
  const indicatedMs = retryAfter === undefined ? undefined : indicatedMoment(retryAfter, exchange);
  if (indicatedMs !== undefined) return nextSecond(Math.max(indicatedMs, exchange.endedMs));
  return status === 429 ? nextSecond(exponential(exchange, backOff)) : undefined;
}

/** How far our clock is ahead of the service's, by its `Date`; 0 where it tells none. */
function clockSkewMs({ response, endedMs }: Exchange): number {
  const dateMs = parseHttpDate(response === undefined ? '' : (headerOf(response.headers, 'date') ?? ''));
  return dateMs === undefined ? 0 : endedMs - dateMs;
}

/** Returns the moment that `X-RateLimit-Reset` tells, by our clock; undefined when there is none or it cannot be meant. */
function plausibleResetMs(exchange: Exchange): number | undefined {
  const { response, endedMs } = exchange;
  const limits = parseRateLimitHeaders({ get: (name) => headerOf(response?.headers ?? [], name) ?? null });
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
