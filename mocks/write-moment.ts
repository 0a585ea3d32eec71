const FRACTION = /([.,])(0+)/;
/** The minutes of an offset may be missing. */
const ZONE = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/;
const MINUTE_MS = 60_000;

/**
 * Writes a moment in the form of an example, which is 2026-01-31T09:30:00Z in some ISO 8601 form (open question
 * `created-at-format`). Digits beyond milliseconds are zeros; without an offset it is UTC.
 */
export function writeMoment(form: string, ms: number): string {
  const [, time = ''] = form.split('T');
  const zone = ZONE.exec(time)?.[0] ?? '';
  const [, sign = '', zeros = ''] = FRACTION.exec(time) ?? [];
  const [seconds = '', fraction = ''] = new Date(ms + offsetMs(zone)).toISOString().slice(0, -1).split('.');
  const whole = form.startsWith('2026-') ? seconds : seconds.replace(/[-:]/g, '');
  return whole + sign + fraction.padEnd(zeros.length, '0').slice(0, zeros.length) + zone;
}

function offsetMs(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
