import { formatHttpDate, parseHttpDate } from './http-date.js';

export type RetryAfterFormat = 'seconds' | 'http-date';

/** Writes `Retry-After` so that waiting as told never ends early: seconds are rounded up and at least 1 (§8.3, RFC 9110 §10.2.3). */
export function formatRetryAfter(format: RetryAfterFormat, nowMs: number, untilMs: number): string {
  const seconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  if (format === 'seconds') return String(seconds);
  return formatHttpDate(Math.ceil(untilMs / 1000) * 1000);
}

/** Reads `Retry-After`; answers the moment it indicates in milliseconds since the epoch, or undefined when it is in neither format. */
export function parseRetryAfter(text: string, nowMs: number): number | undefined {
  if (/^\d+$/.test(text)) return nowMs + Number(text) * 1000;
  return parseHttpDate(text);
}
