/** A date alone, or a date and time with its offset from UTC. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Reads a timestamp such as `2027-12-31T00:00:00Z`; answers milliseconds since the epoch, or undefined when there is no such moment. */
export function parseTimestamp(text: string): number | undefined {
  const ms = ISO_8601.test(text) && isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The engine's own parser takes the 31st of February for the 3rd of March. */
function isCalendarDay(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
