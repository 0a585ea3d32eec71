import type { Call } from '../call.js';
import { headerValue } from '../petstore-request.js';
import { type Refusal, refuse } from '../refusal.js';

/** Makes the 401 of §5.4, with the challenge of RFC 6750 §3 where the behaviour has one (open question `www-authenticate`). */
export function unauthorized({ request, world }: Call, message: string): Refusal {
  const assumed = ['www-authenticate'] as const;
  if (world.behaviour['www-authenticate'] === 'none') return refuse('unauthorized', message, { assumed });
  const hasKey = /^\s*bearer +\S/i.test(headerValue(request, 'authorization') ?? '');
  const challenge = `Bearer realm="petstore"${hasKey ? ', error="invalid_token"' : ''}`;
  return refuse('unauthorized', message, { headers: { 'WWW-Authenticate': challenge }, assumed });
}

/** Makes the answer that a banned key gets (§8.4, open question `ban-status`). */
export function banned({ world }: Call, untilMs: number): Refusal {
  const end = new Date(untilMs).toISOString();
  return refuse('key_banned', `The API key is banned until ${end} for sending on after a 429.`, {
    status: world.behaviour['ban-status'],
    retryAtMs: untilMs,
    assumed: ['ban-threshold', 'ban-duration-seconds', 'ban-status', 'retry-after-format'],
  });
}
