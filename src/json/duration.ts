import ms from 'ms';

/** Parses a duration such as `'61s'`, `'1 day'` or a number, in milliseconds. Returns undefined if it is not one. */
export function parseDurationMs(duration: string | number): number | undefined {
  // `ms` throws on an empty string, and on anything that is not a string.
  const isText = typeof duration === 'string' && duration !== '';
  const length = isText ? ms(duration as ms.StringValue) : duration;
  return typeof length === 'number' && Number.isFinite(length) && length >= 0 ? Math.round(length) : undefined;
}
