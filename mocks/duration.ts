import ms from 'ms';

/** Answers a length of time such as `'61s'`, `'1 day'` or a number in milliseconds; undefined when it is none. */
export function parseDurationMs(duration: string | number): number | undefined {
  // `ms` throws on an empty text, and on what is no text at all.
  const isText = typeof duration === 'string' && duration !== '';
  const length = isText ? ms(duration as ms.StringValue) : duration;
  return typeof length === 'number' && Number.isFinite(length) && length >= 0 ? Math.round(length) : undefined;
}
