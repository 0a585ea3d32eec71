import type { AdminEvents } from '../../admin/events.js';

/** Returns the time of day by UTC, as `15:49:16`; with milliseconds as `15:49:16.042`. Takes a moment in ISO 8601, or in milliseconds. */
export function timeOfDay(moment: string | number, hasMilliseconds = false): string {
  return new Date(moment).toISOString().slice(11, hasMilliseconds ? 23 : 19);
}

/** Returns the day by UTC, as `21 Nov 2026`. */
export function dayOf(moment: string | number): string {
  const date = new Date(moment);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Returns a moment by UTC, as `2026-11-21 15:49:16 UTC`. Takes any number of milliseconds: a header may hold more than a Date does. */
export function momentOf(ms: number): string {
  if (Math.abs(ms) > 8.64e15) return 'a time beyond all calendars';
  return new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}

/** Returns a length of time in its two largest units, as `59s`, `4m 10s`, `2h 5m`, `3d 4h`; what is over counts as `0s`. */
export function lengthOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0s';
  return parts
    .slice(first, first + 2)
    .filter(([count], at) => at === 0 || count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ');
}

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
