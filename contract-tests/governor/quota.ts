import { parseRateLimitHeaders } from '../../src/spec/rate-limit-headers.js';
import { type Exchange, headerOf } from '../../src/transcript/exchange.js';
import { plausibleResetMs } from './back-off.js';

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
  /** Answers a limit that leaves fewer requests than the share given, and those kept for restoring, once one more is sent. */
  shortOf(reserve: number, nowMs: number): KnownLimit | undefined;
  /** Answers a limit of which nothing is left. */
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
      const told = tellsOfKey(exchange) ? limitsOf(exchange) : undefined;
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
function tellsOfKey({ request, answer }: Exchange): boolean {
  const { credential } = request;
  if (credential.kind !== 'bearer' || credential.standing !== 'given' || answer === undefined) return false;
  return answer.status !== 401 && !(Number(headerOf(answer.headers, 'age') ?? 0) > 0);
}

function limitsOf(exchange: Exchange): KnownLimit | undefined {
  const state = parseRateLimitHeaders({ get: (name) => headerOf(exchange.answer?.headers ?? [], name) ?? null });
  if (state === undefined) return undefined;
  const resetMs = plausibleResetMs(exchange);
  return {
    limit: state.limit,
    remaining: state.remaining,
    resetMs: resetMs === undefined ? Number.POSITIVE_INFINITY : resetMs + 1000,
  };
}
