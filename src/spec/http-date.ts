const IMF_FIXDATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Writes a moment (milliseconds since the epoch) as an HTTP-date; fractions of a second are dropped (RFC 9110 §5.6.7). */
export function formatHttpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

/** Reads an HTTP-date in any of its three forms; answers milliseconds since the epoch, or undefined (RFC 9110 §5.6.7). */
export function parseHttpDate(text: string): number | undefined {
  if (!IMF_FIXDATE.test(text) && !RFC_850.test(text) && !ASCTIME.test(text)) return undefined;
  const ms = Date.parse(ASCTIME.test(text) ? `${text} GMT` : text);
  return Number.isNaN(ms) ? undefined : ms;
}
