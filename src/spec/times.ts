/** Returns the time of day in UTC: `15:49:16`, or `15:49:16.042` with milliseconds. Takes ISO 8601 or milliseconds since the epoch. */
export function timeOfDay(moment: string | number, hasMilliseconds = false): string {
  return new Date(moment).toISOString().slice(11, hasMilliseconds ? 23 : 19);
}

/** Returns the day in UTC: `21 Nov 2026`. */
export function dayOf(moment: string | number): string {
  const date = new Date(moment);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Returns a moment in UTC, without its zone: `2026-11-21 15:49:16`, or `2026-11-21 15:49` to the minute. */
export function dateAndTime(moment: string | number, precision: 'second' | 'minute' = 'second'): string {
  return new Date(moment)
    .toISOString()
    .slice(0, precision === 'minute' ? 16 : 19)
    .replace('T', ' ');
}

const MOST_MS = 8.64e15;

/** Returns a moment with its zone: `2026-11-21 15:49:16 UTC`. Takes any number of milliseconds: a header may hold more than a Date does. */
export function momentOf(ms: number): string {
  return Math.abs(ms) <= MOST_MS ? `${dateAndTime(ms)} UTC` : 'a date out of range';
}

/** Returns a moment as a time of day, `15:49:16 UTC`; with its date where that is not today's. */
export function momentNear(ms: number, nowMs: number): string {
  const isToday = Math.abs(ms) <= MOST_MS && dayOf(ms) === dayOf(nowMs);
  return isToday ? `${timeOfDay(ms)} UTC` : momentOf(ms);
}

/** Returns a duration in its two largest units: `59s`, `4m 10s`, `2h 5m`, `3d 4h`. Negative ones are `0s`. */
export function formatDuration(ms: number): string {
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
