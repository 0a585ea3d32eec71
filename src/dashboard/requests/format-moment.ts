import { dayOf, timeOfDay } from '../parts/tell-time.js';

/** Writes the time of day of a UTC moment, with milliseconds; the day and the seconds, where it is another day than `today`. */
export function formatMoment(at: string, today: string | undefined): string {
  if (today === undefined || at.startsWith(today)) return timeOfDay(at, true);
  return `${dayOf(at).slice(0, -5)} ${timeOfDay(at)}`;
}

/** Writes how long an answer took. */
export function formatTook(tookMs: number): string {
  return tookMs < 1 ? '<1 ms' : formatDelay(tookMs);
}

/** Writes how long an answer was held back; nothing where it was not. */
export function formatDelay(delayMs: number): string {
  if (delayMs === 0) return '';
  return delayMs < 1000 ? `${Math.round(delayMs)} ms` : `${(delayMs / 1000).toFixed(delayMs < 10_000 ? 1 : 0)} s`;
}
