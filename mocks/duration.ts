import ms from 'ms';

/** Answers a length of time such as `'61s'`, `'1 day'` or a number in milliseconds; undefined when it is none. */
export function parseDurationMs(duration: string | number): number | undefined {
  // `ms` throws on an empty text.
  const length = typeof duration === 'number' ? duration : duration === '' ? undefined : ms(duration as ms.StringValue);
  return length !== undefined && Number.isFinite(length) && length >= 0 ? Math.round(length) : undefined;
}
