import { formatHttpDate, parseHttpDate } from '../json/dates.js';
import type { Behaviour } from './behaviour.js';

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

/** One window of a key's quota (§8). */
export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window resets, in milliseconds since the epoch, by the fake's clock. */
  readonly resetsAtMs: number;
}

/** The windows of §8. */
export type WindowName = 'minute' | 'day';

type Windows = Readonly<Record<WindowName, WindowState>>;
type Fields = Exclude<Behaviour['rate-limit-fields'], string>;

const BOTH: Fields = { 'RateLimit-Policy': 'each-window', RateLimit: 'each-window' };
const lengthSeconds = { minute: 60, day: 86_400 } as const;

/** Writes the fields of draft-ietf-httpapi-ratelimit-headers-11. `described` is the window of the three headers. */
export function formatRateLimitFields(
  choice: Exclude<Behaviour['rate-limit-fields'], 'x'>,
  windows: Windows,
  described: WindowName,
  nowMs: number,
): Partial<Record<(typeof rateLimitFieldNames)[number], string>> {
  const {
    minute = 'minute',
    day = 'day',
    'RateLimit-Policy': policy,
    RateLimit: limit,
  } = choice === 'both' ? BOTH : choice;
  const names = { minute, day };
  const list = (which: Fields['RateLimit'], parameters: (window: WindowName) => string) => {
    const shown = which === 'each-window' ? (['minute', 'day'] as const) : [described];
    return shown.map((window) => `"${names[window]}";${parameters(window)}`).join(', ');
  };
  const secondsLeft = (window: WindowName) => Math.max(0, Math.ceil((windows[window].resetsAtMs - nowMs) / 1000));
  return {
    ...(policy && {
      'RateLimit-Policy': list(policy, (window) => `q=${windows[window].limit};w=${lengthSeconds[window]}`),
    }),
    ...(limit && { RateLimit: list(limit, (window) => `r=${windows[window].remaining};t=${secondsLeft(window)}`) }),
  };
}

/** Parses the three headers of a response; undefined if one is missing or not a non-negative integer (§8.1, §8.2). */
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
