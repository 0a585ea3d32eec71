import type { Call } from '../call.js';
import { headerValue } from '../petstore-request.js';
import { type Refusal, refuse } from './refusal.js';

/** Makes the 401 of §5.4, with the challenge of RFC 6750 §3 where the behaviour has one (open question `www-authenticate`). */
export function unauthorized({ request, world }: Call, message: string): Refusal {
  const assumed = ['www-authenticate'] as const;
  if (world.behaviour['www-authenticate'] === 'none') return refuse('unauthorized', message, { assumed });
  const hasKey = /^\s*bearer +\S/i.test(headerValue(request, 'authorization') ?? '');
  const challenge = `Bearer realm="petstore"${hasKey ? ', error="invalid_token"' : ''}`;
  return refuse('unauthorized', message, { headers: { 'WWW-Authenticate': challenge }, assumed });
}
