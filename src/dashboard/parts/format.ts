import type { AdminEvents } from '../../admin/events.js';
import { dayOf, timeOfDay } from '../../spec/times.js';

/** Returns a number with thin gaps between thousands, as `12 345`: the same in every language. */
export function countOf(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}

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

/** Returns what the page calls a key: a sample key by its name, any other by its pseudonym. */
export function nameOfKey(keys: AdminEvents['keys'] | undefined, alias: string): string {
  return keys?.items.find((key) => key.alias === alias)?.name ?? alias;
}

/** Compares pseudonyms by their numbers, for sorting: `key#2` comes before `key#10`. */
export function compareAliases(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
