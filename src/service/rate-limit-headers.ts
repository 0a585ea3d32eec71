import { formatHttpDate, parseHttpDate } from '../json/dates.js';

/** The values of the three headers of §8.2. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time, in whole seconds, of the moment the limit resets. */
  readonly resetSeconds: number;
}

export const rateLimitHeaderNames = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** Of draft-ietf-httpapi-ratelimit-headers-11 (open question `rate-limit-fields`); they never replace the three. */
export const rateLimitFieldNames = ['RateLimit-Policy', 'RateLimit'] as const;

/** Writes the three headers of §8.1. */
export function formatRateLimitHeaders(state: RateLimitState): Record<(typeof rateLimitHeaderNames)[number], string> {
  return {
    'X-RateLimit-Limit': String(state.limit),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': String(state.resetSeconds),
  };
}

/**
 * Parses the three headers of a response: `parseRateLimitHeaders(response.headers)`.
 * Returns undefined if one is missing or not a non-negative integer (§8.1, §8.2).
 */
export function parseRateLimitHeaders(headers: Pick<Headers, 'get'>): RateLimitState | undefined {
  const [limit, remaining, resetSeconds] = rateLimitHeaderNames.map((name) => parseCount(headers.get(name)));
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined;
  return { limit, remaining, resetSeconds };
}

function parseCount(text: string | null | undefined): number | undefined {
  if (text == null || !/^\d+$/.test(text)) return undefined;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** How `Retry-After` is written: in seconds, or as a date. */
export type RetryAfterFormat = 'seconds' | 'http-date';

/** Formats `Retry-After` so that a client never waits too short: seconds are rounded up and at least 1 (§8.3, RFC 9110 §10.2.3). */
export function formatRetryAfter(format: RetryAfterFormat, nowMs: number, untilMs: number): string {
  const seconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  if (format === 'seconds') return String(seconds);
  return formatHttpDate(Math.ceil(untilMs / 1000) * 1000);
}

/** Parses `Retry-After`. Returns the moment in milliseconds since the epoch, or undefined if it has neither format. */
export function parseRetryAfter(text: string, nowMs: number): number | undefined {
  if (/^\d+$/.test(text)) return nowMs + Number(text) * 1000;
  return parseHttpDate(text);
}
