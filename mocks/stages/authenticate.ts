import type { Call } from '../call.js';
import { standingOf } from '../limits/account.js';
import { charge } from '../limits/charge.js';
import type { Refusal } from '../outcomes/refusal.js';
import { unauthorized } from '../outcomes/unauthorized.js';
import { headerValue, type PetstoreRequest } from '../petstore-request.js';
import { sentKey } from '../sent-key.js';
import type { World } from '../world.js';

/** Finds the caller's account by its API key, or refuses with 401 (§5.2, §5.4). */
export function authenticate(call: Call): Refusal | undefined {
  const problem = identify(call);
  if (problem === undefined) return undefined;
  const isCharged = call.world.behaviour['unauthenticated-quota'] === 'per-address';
  const limited = isCharged && call.account ? charge(call, call.account) : undefined;
  return limited ?? unauthorized(call, problem);
}

/** Finds the account whose limits the answer shows, without spending from it, and says what is wrong with the credentials. */
export function identify(call: Call): string | undefined {
  const problem = checkCredentials(call);
  if (problem === undefined) return undefined;
  const { behaviour, accounts } = call.world;
  call.assumed.add('unauthenticated-quota');
  const isByAddress = behaviour['unauthenticated-quota'] === 'per-address';
  call.account = isByAddress ? accounts.ofAddress(call.request.callerAddress) : accounts.anonymous;
  return problem;
}

/** Sets the call's account, or says what is wrong with the credentials and what to send, never quoting them. */
function checkCredentials(call: Call): string | undefined {
  const { request, world, nowMs } = call;
  const key = sentKey(request);
  if (key === undefined) return `${whyNoKey(request)} ${whatToSend(world)}`;
  const account = world.accounts.ofKey(key);
  if (account === undefined) {
    return world.links.explainUnknownKey?.(key) ?? `The API key is not known. ${whatToSend(world)}`;
  }
  if (account.expiresAtMs !== undefined) call.assumed.add('key-lifetime');
  const standing = standingOf(account, nowMs);
  if (standing === 'revoked') return `The API key was revoked. ${whatToSend(world)}`;
  if (standing === 'expired') return `The API key has expired. ${whatToSend(world)}`;
  call.account = account;
  return undefined;
}

function whyNoKey(request: PetstoreRequest): string {
  const credentials = headerValue(request, 'authorization')?.trim() ?? '';
  if (credentials === '') return 'The API key is missing.';
  if (credentials.toLowerCase() === 'bearer') return 'The API key is empty.';
  return 'The Authorization header does not use the Bearer scheme.';
}

function whatToSend({ links: { hasSampleKeys = true } }: World): string {
  const example = hasSampleKeys ? ', for example with the key test_free' : '';
  return `Send the header Authorization: Bearer <API_KEY>${example}.`;
}
