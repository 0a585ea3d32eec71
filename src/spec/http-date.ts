const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const month = `(?<month>${monthNames.join('|')})`;
const shortDay = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const time = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';

const forms = [
  `${shortDay}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT`,
  `${longDay}, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT`,
  `${shortDay} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** Writes a moment (milliseconds since the epoch) as an HTTP-date; fractions of a second are dropped (RFC 9110 §5.6.7). */
export function formatHttpDate(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== latest.second) latest = { second, text: new Date(second * 1000).toUTCString() };
  return latest.text;
}

/** The text of the second that was asked for last: every answer tells its date, thousands of them the same one. */
let latest = { second: Number.NaN, text: '' };

/**
 * Reads an HTTP-date in any of its three forms; answers milliseconds since the epoch, or undefined (RFC 9110 §5.6.7).
 * Of the years with two digits, 50 to 99 belong to the last century.
 */
export function parseHttpDate(text: string): number | undefined {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  // `Date.parse` would take the 31st of February for the 3rd of March, and second 60 for second 0.
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
