import { START_MS, type Told } from './recorded.js';

export const START_SECONDS = START_MS / 1000;

/** An answer that shows these limits; Reset is a minute after the start unless it is told otherwise. */
export function limited(limit: number, remaining: number, changes: Told & { readonly reset?: number } = {}): Told {
  const { reset = START_SECONDS + 60, ...told } = changes;
  return {
    ...told,
    headers: {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(reset),
      ...told.headers,
    },
  };
}
