const year = '(?<year>\\d{4}|[+\\-\u2212]\\d{4,6})';
const extendedDays = [
  '-(?<month>\\d{2})-(?<day>\\d{2})',
  '-W(?<week>\\d{2})-(?<weekday>[1-7])',
  '-(?<ordinal>\\d{3})',
] as const;
const basicDays = extendedDays.map((day) => day.replaceAll(/(^|\))-/g, '$1'));
const time = '(?<hour>\\d{2})(?::?(?<minute>\\d{2})(?::?(?<second>\\d{2}))?)?(?<fraction>[.,]\\d+)?';
const zone = '(?:Z|[+\\-\u2212](?<zoneHour>\\d{2})(?::?(?<zoneMinute>\\d{2}))?)?';
// In lower case too, as RFC 3339 allows.
const forms = [...extendedDays, ...basicDays].map((day) => new RegExp(`^${year}${day}(?:T${time}${zone})?$`, 'i'));

type Parts = Readonly<Record<string, string | undefined>>;

/**
 * Tells whether a text is a timestamp in any form of ISO 8601: a calendar, week or ordinal date, basic or extended; a time in any
 * precision; any offset or none. A date alone passes if it names a day. A space in place of the `T` is no ISO 8601.
 */
export function isIso8601(text: string): boolean {
  return forms.some((form) => {
    const parts = form.exec(text)?.groups;
    return parts !== undefined && isDay(parts) && isTime(parts);
  });
}

function isDay({ year = '', month, day, week, ordinal }: Parts): boolean {
  const inCycle = ((Number(year.replace('\u2212', '-')) % 400) + 400) % 400;
  if (ordinal !== undefined) return isWithin(ordinal, 1, dayOfYear(inCycle, 12, 31));
  if (week !== undefined) return isWithin(week, 1, hasLongWeekYear(inCycle) ? 53 : 52);
  return isWithin(month, 1, 12) && isWithin(day, 1, lastDayOf(inCycle, Number(month)));
}

function isTime({ hour, minute, second, fraction, zoneHour, zoneMinute }: Parts): boolean {
  if (hour === undefined) return true;
  // The end of a day may be written 24:00; a leap second is second 60.
  const isMidnight = hour === '24' && [minute, second, fraction].every((part) => !/[1-9]/.test(part ?? ''));
  if (!isMidnight && !isWithin(hour, 0, 23)) return false;
  return isWithin(minute, 0, 59) && isWithin(second, 0, 60) && isWithin(zoneHour, 0, 23) && isWithin(zoneMinute, 0, 59);
}

/** What is left out is within any bounds. */
function isWithin(digits: string | undefined, least: number, most: number): boolean {
  return digits === undefined || (Number(digits) >= least && Number(digits) <= most);
}

/** The calendar repeats itself every 400 years; years from 2000 on are ones that the engine knows. */
function lastDayOf(inCycle: number, month: number): number {
  return new Date(Date.UTC(2000 + inCycle, month, 0)).getUTCDate();
}

function dayOfYear(inCycle: number, month: number, day: number): number {
  return (Date.UTC(2000 + inCycle, month - 1, day) - Date.UTC(2000 + inCycle, 0, 0)) / 86_400_000;
}

/** A year has 53 weeks when it begins or ends on a Thursday. */
function hasLongWeekYear(inCycle: number): boolean {
  const weekdayOf = (month: number, day: number) => new Date(Date.UTC(2000 + inCycle, month, day)).getUTCDay();
  return weekdayOf(0, 1) === 4 || weekdayOf(11, 31) === 4;
}
