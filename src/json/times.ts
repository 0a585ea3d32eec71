/** The moments of years with four digits: a service may send any others, such as the second after the year 9999. */
const FIRST_MS = Date.parse('0000-01-01');
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const OUT_OF_RANGE = 'a date out of range';

/** Formats a moment, ISO 8601 or milliseconds since the epoch; one that has no usual form is called out of range. */
function format(moment: string | number, write: (date: Date) => string): string {
  const date = new Date(moment);
  const ms = date.getTime();
  return ms >= FIRST_MS && ms <= LAST_MS ? write(date) : OUT_OF_RANGE;
}

/** Returns a moment in ISO 8601: `2026-11-21T15:49:16.042Z`. */
export function isoMoment(ms: number): string {
  return format(ms, (date) => date.toISOString());
}

/** Returns the time of day in UTC: `15:49:16`, or `15:49:16.042` with milliseconds. */
export function timeOfDay(moment: string | number, hasMilliseconds = false): string {
  return format(moment, (date) => date.toISOString().slice(11, hasMilliseconds ? 23 : 19));
}

/** Returns the day in UTC: `21 Nov 2026`. */
export function dayOf(moment: string | number): string {
  return format(moment, (date) => `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Returns a moment in UTC, without its zone: `2026-11-21 15:49:16`, or `2026-11-21 15:49` to the minute. */
export function dateAndTime(moment: string | number, precision: 'second' | 'minute' = 'second'): string {
  const length = precision === 'minute' ? 16 : 19;
  return format(moment, (date) => date.toISOString().slice(0, length).replace('T', ' '));
}

/** Returns a moment with its zone: `2026-11-21 15:49:16 UTC`. */
export function momentOf(ms: number): string {
  return format(ms, () => `${dateAndTime(ms)} UTC`);
}

/** Returns a moment as a time of day, `15:49:16 UTC`; with its date where that is not today's. */
export function momentNear(ms: number, nowMs: number): string {
  return dayOf(ms) === dayOf(nowMs) ? format(ms, () => `${timeOfDay(ms)} UTC`) : momentOf(ms);
}

/** Returns a duration in its two largest units: `59s`, `4m 10s`, `2h 5m`, `3d 4h`. Negative ones are `0s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds > 36_525 * 86_400) return 'over 100 years';
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
