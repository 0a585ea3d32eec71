import { type ExchangeInit, START_MS } from './recorded.js';

export const START_SECONDS = START_MS / 1000;

/** An exchange whose response has these limits; Reset defaults to a minute after the start. */
export function limited(
  limit: number,
  remaining: number,
  changes: ExchangeInit & { readonly reset?: number } = {},
): ExchangeInit {
  const { reset = START_SECONDS + 60, ...rest } = changes;
  return {
    ...rest,
    headers: {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(reset),
      ...rest.headers,
    },
  };
}
