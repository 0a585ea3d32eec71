const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const httpMonth = `(?<month>${monthNames.join('|')})`;
const shortDay = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const httpTime = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';

const httpDateForms = [
  `${shortDay}, (?<day>\\d{2}) ${httpMonth} (?<year>\\d{4}) ${httpTime} GMT`,
  `${longDay}, (?<day>\\d{2})-${httpMonth}-(?<year>\\d{2}) ${httpTime} GMT`,
  `${shortDay} ${httpMonth} (?<day>[ \\d]\\d) ${httpTime} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** Writes a moment (milliseconds since the epoch) as an HTTP-date; fractions of a second are dropped (RFC 9110 §5.6.7). */
export function formatHttpDate(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== latest.second) latest = { second, text: new Date(second * 1000).toUTCString() };
  return latest.text;
}

/** Cache of the last second: thousands of responses have the same date. */
let latest = { second: Number.NaN, text: '' };

/**
 * Parses an HTTP-date in any of its three forms. Returns milliseconds since the epoch, or undefined (RFC 9110 §5.6.7).
 * Two-digit years from 50 to 99 are in the last century.
 */
export function parseHttpDate(text: string): number | undefined {
  const parts = httpDateForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  // `Date.parse` would accept 31 February as 3 March, and second 60 as second 0.
  const moment = new Date(0);
  moment.setUTCFullYear(fullYear(parts.year ?? ''), monthNames.indexOf(parts.month ?? ''), Number(parts.day));
  if (moment.getUTCDate() !== Number(parts.day)) return undefined;
  return moment.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

/** A date alone, or a date and time with its offset from UTC. */
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

const isoYear = '(?<year>\\d{4}|[+\\-\u2212]\\d{4,6})';
const extendedDays = [
  '-(?<month>\\d{2})-(?<day>\\d{2})',
  '-W(?<week>\\d{2})-(?<weekday>[1-7])',
  '-(?<ordinal>\\d{3})',
] as const;
const basicDays = extendedDays.map((day) => day.replaceAll(/(^|\))-/g, '$1'));
const isoTime = '(?<hour>\\d{2})(?::?(?<minute>\\d{2})(?::?(?<second>\\d{2}))?)?(?<fraction>[.,]\\d+)?';
const isoZone = '(?:Z|[+\\-\u2212](?<zoneHour>\\d{2})(?::?(?<zoneMinute>\\d{2}))?)?';
// In lower case too, as RFC 3339 allows.
const isoForms = [...extendedDays, ...basicDays].map(
  (day) => new RegExp(`^${isoYear}${day}(?:T${isoTime}${isoZone})?$`, 'i'),
);

type IsoParts = Readonly<Record<string, string | undefined>>;

/**
 * Returns whether a text is a timestamp in any form of ISO 8601: a calendar, week or ordinal date, basic or extended; a time in any
 * precision; any offset or none. A date without a time is accepted, a space instead of the `T` is not.
 */
export function isIso8601(text: string): boolean {
  return isoForms.some((form) => {
    const parts = form.exec(text)?.groups;
    return parts !== undefined && isDay(parts) && isTime(parts);
  });
}

/** Week 53 and day 366 are accepted in every year. */
function isDay({ year = '', month, day, week, ordinal }: IsoParts): boolean {
  if (ordinal !== undefined) return isWithin(ordinal, 1, 366);
  if (week !== undefined) return isWithin(week, 1, 53);
  return isWithin(month, 1, 12) && isWithin(day, 1, lastDayOf(year, Number(month)));
}

function isTime({ hour, minute, second, fraction, zoneHour, zoneMinute }: IsoParts): boolean {
  if (hour === undefined) return true;
  // The end of a day may be written 24:00; a leap second is second 60.
  const isMidnight = hour === '24' && [minute, second, fraction].every((part) => !/[1-9]/.test(part ?? ''));
  if (!isMidnight && !isWithin(hour, 0, 23)) return false;
  return isWithin(minute, 0, 59) && isWithin(second, 0, 60) && isWithin(zoneHour, 0, 23) && isWithin(zoneMinute, 0, 59);
}

/** A missing part is within any bounds. */
function isWithin(digits: string | undefined, least: number, most: number): boolean {
  return digits === undefined || (Number(digits) >= least && Number(digits) <= most);
}

/** The calendar repeats every 400 years; the engine supports years from 2000 on. */
function lastDayOf(year: string, month: number): number {
  const inCycle = ((Number(year.replace('\u2212', '-')) % 400) + 400) % 400;
  return new Date(Date.UTC(2000 + inCycle, month, 0)).getUTCDate();
}
