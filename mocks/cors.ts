import { rateLimitHeaderNames } from '../src/spec/rate-limit-headers.js';

/** Lets pages of any origin read an answer and the headers that it may carry. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  // Named one by one: a wildcard is not understood where credentials are sent.
  'Access-Control-Expose-Headers': [
    ...rateLimitHeaderNames,
    'Retry-After',
    'Deprecation',
    'Sunset',
    'Link',
    'WWW-Authenticate',
    'X-Mock-Assumed',
  ].join(', '),
} as const;
