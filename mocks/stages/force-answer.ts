import type { ErrorCode } from '../../src/spec/behaviour.js';
import type { Call } from '../call.js';
import { unauthorized } from '../limits/key-refusals.js';
import { headerValue } from '../petstore-request.js';
import { type Refusal, refuse } from '../refusal.js';

const forcible: Readonly<Record<string, ErrorCode>> = {
  400: 'invalid_request',
  403: 'key_banned',
  404: 'not_found',
  405: 'method_not_allowed',
  410: 'gone',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limit_exceeded',
  500: 'internal_error',
};
const FORCED_WAIT_MS = 60_000;

/** Refuses as `Prefer: code=…` asks, where the behaviour allows that (open question `prefer-header`); changes nothing. */
export function forceAnswer(call: Call): Refusal | undefined {
  const code = /(?:^|[,;\s])code="?(\d{3})"?(?:$|[,;\s])/.exec(headerValue(call.request, 'prefer') ?? '')?.[1];
  if (code === undefined) return undefined;
  call.assumed.add('prefer-header');
  if (call.world.behaviour['prefer-header'] === 'off' || code.startsWith('2')) return undefined;
  const refusal = forcedRefusal(call, code);
  if (refusal === undefined) {
    const known = ['401', ...Object.keys(forcible)].sort().join(', ');
    return refuse('invalid_request', `Prefer: code=${code} cannot be forced. Codes that can: ${known}.`);
  }
  return { ...refusal, headers: { ...refusal.headers, 'Preference-Applied': `code=${code}` } };
}

function forcedRefusal(call: Call, code: string): Refusal | undefined {
  const message = `Forced by the header Prefer: code=${code}.`;
  if (code === '401') return unauthorized(call, message);
  const errorCode = forcible[code];
  if (errorCode === undefined) return undefined;
  const isWait = errorCode === 'rate_limit_exceeded' || errorCode === 'key_banned';
  const wait = isWait ? { retryAtMs: call.nowMs + FORCED_WAIT_MS, assumed: ['retry-after-format'] as const } : {};
  const allow = errorCode === 'method_not_allowed' ? { headers: { Allow: call.route.operation?.method ?? 'GET' } } : {};
  return refuse(errorCode, message, { status: Number(code), ...wait, ...allow });
}
