/** What the three headers of §8.2 say. */
export interface RateLimitState {
  /** Requests that the plan allows in the window described. */
  readonly limit: number;
  readonly remaining: number;
  /** Unix time, in whole seconds, of the moment the limit resets. */
  readonly resetSeconds: number;
}

export const rateLimitHeaderNames = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** Writes the three headers of §8.1. */
export function formatRateLimitHeaders(state: RateLimitState): Record<(typeof rateLimitHeaderNames)[number], string> {
  return {
    'X-RateLimit-Limit': String(state.limit),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': String(state.resetSeconds),
  };
}

/**
 * Reads the three headers of a response: `parseRateLimitHeaders(response.headers)`.
 * Answers undefined when one is missing or is no non-negative integer (§8.1, §8.2).
 */
export function parseRateLimitHeaders(headers: Pick<Headers, 'get'>): RateLimitState | undefined {
  const [limit, remaining, resetSeconds] = rateLimitHeaderNames.map((name) => parseCount(headers.get(name)));
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined;
  return { limit, remaining, resetSeconds };
}

function parseCount(text: string | null | undefined): number | undefined {
  if (text == null || !/^\d+$/.test(text)) return undefined;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}
