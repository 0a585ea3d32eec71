/** What X-RateLimit-* say about the API key's quota. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAtMs: number;
}

/** Returns undefined where a header is missing or is no number. */
export function readQuota(headers: Headers): Quota | undefined {
  const [limit, remaining, resetSeconds] = ['Limit', 'Remaining', 'Reset'].map((name) => {
    const text = headers.get(`X-RateLimit-${name}`) ?? '';
    return /^\d+$/.test(text) ? Number(text) : undefined;
  });
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined;
  return { limit, remaining, resetsAtMs: resetSeconds * 1000 };
}

/** How long Retry-After asks to wait: it is a number of seconds or an HTTP date. Undefined where it says neither. */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

/** Since when an operation is deprecated (RFC 9745), and when it is to end (RFC 8594). */
export interface Deprecation {
  readonly sinceMs: number | undefined;
  readonly endsAtMs: number | undefined;
}

/** Returns undefined for an operation that is not deprecated. */
export function readDeprecation(headers: Headers): Deprecation | undefined {
  const deprecation = headers.get('Deprecation');
  const endsAtMs = Date.parse(headers.get('Sunset') ?? '');
  if (deprecation === null && Number.isNaN(endsAtMs)) return undefined;
  const sinceSeconds = /^@(\d+)$/.exec(deprecation ?? '')?.[1];
  return {
    sinceMs: sinceSeconds === undefined ? undefined : Number(sinceSeconds) * 1000,
    endsAtMs: Number.isNaN(endsAtMs) ? undefined : endsAtMs,
  };
}
