const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const HTTP_DATE = new RegExp(
  `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\\d{2}) (${monthNames.join('|')}) (\\d{4}) ([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d|60) GMT$`,
);

/** The last moment that an HTTP-date can express: its years have four digits (RFC 9110 §5.6.7). */
export const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Writes a moment (milliseconds since the epoch) as an HTTP-date, a later one as the last; fractions of a second are dropped. */
export function formatHttpDate(ms: number): string {
  return new Date(Math.min(ms, LAST_MOMENT_MS)).toUTCString();
}

/** The two obsolete forms of an HTTP-date: `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. */
const OBSOLETE_DATE =
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT$|^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/;

/** Parses an HTTP-date. Returns milliseconds since the epoch, or undefined (RFC 9110 §5.6.7). */
export function parseHttpDate(text: string): number | undefined {
  if (OBSOLETE_DATE.test(text)) return Date.parse(`${text.replace(/ GMT$/, '')} GMT`) || undefined;
  const [, day, month = '', year, hour, minute, second] = HTTP_DATE.exec(text) ?? [];
  if (day === undefined) return undefined;
  // `Date.parse` would accept 31 February as 3 March, and second 60 as second 0.
  const moment = new Date(0);
  moment.setUTCFullYear(Number(year), monthNames.indexOf(month), Number(day));
  if (moment.getUTCDate() !== Number(day)) return undefined;
  return moment.setUTCHours(Number(hour), Number(minute), Number(second));
}

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Parses a timestamp such as `2027-12-31T00:00:00Z`. Returns milliseconds since the epoch, or undefined if it is invalid. */
export function parseTimestamp(text: string): number | undefined {
  const ms = ISO_8601.test(text) && isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The engine's parser accepts 31 February as 3 March. */
function isCalendarDay(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

const TIME = '(?:([01]\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60))?)?(?:[.,]\\d+)?|24(?::?00(?::?00)?)?(?:[.,]0+)?)';
const ZONE = '(?:Z|[+\\-\u2212](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?';
/** Week 53 and day 366 are accepted in every year. */
const DAYS = [
  '-?(?<month>0[1-9]|1[0-2])-?(?<day>0[1-9]|[12]\\d|3[01])',
  '-?W(?:0[1-9]|[1-4]\\d|5[0-3])-?[1-7]',
  '-?(?:0(?!00)\\d\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])',
];
// In lower case too, as RFC 3339 allows.
const isoForms = DAYS.map((day) => new RegExp(`^(?<year>\\d{4}|[+\\-\u2212]\\d{4,6})${day}(?:T${TIME}${ZONE})?$`, 'i'));

/** Returns whether a text is a timestamp in any form of ISO 8601, or a date. A space instead of the `T` is not accepted. */
export function isIso8601(text: string): boolean {
  const parts = isoForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return false;
  const { year = '', month, day } = parts;
  if (day === undefined) return true;
  // The calendar repeats every 400 years; the engine supports years from 2000 on.
  const inCycle = ((Number(year.replace('\u2212', '-')) % 400) + 400) % 400;
  return Number(day) <= new Date(Date.UTC(2000 + inCycle, Number(month), 0)).getUTCDate();
}
