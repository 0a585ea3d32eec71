import type { Call } from '../call.js';
import { standingOf } from '../limits/account.js';
import { charge } from '../limits/charge.js';
import type { Refusal } from '../outcomes/refusal.js';
import { type CredentialProblem, unauthorized } from '../outcomes/unauthorized.js';
import { headerValue } from '../petstore-request.js';
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
export function identify(call: Call): CredentialProblem | undefined {
  const problem = checkCredentials(call);
  if (problem === undefined) return undefined;
  const { behaviour, accounts } = call.world;
  call.assumed.add('unauthenticated-quota');
  const isByAddress = behaviour['unauthenticated-quota'] === 'per-address';
  call.account = isByAddress ? accounts.ofAddress(call.request.callerAddress) : accounts.anonymous;
  return problem;
}

/** Sets the call's account, or says what is wrong with the credentials and what to send, never quoting them. */
function checkCredentials(call: Call): CredentialProblem | undefined {
  const { request, world, nowMs } = call;
  const key = sentKey(request);
  if (key === undefined) return whyNoKey(call);
  const account = world.accounts.ofKey(key);
  if (account === undefined) {
    return wrong(world.links.explainUnknownKey?.(key) ?? `The API key is not known. ${whatToSend(world)}`);
  }
  if (account.expiresAtMs !== undefined) call.assumed.add('key-lifetime');
  const standing = standingOf(account, nowMs);
  if (standing === 'revoked') return wrong(`The API key was revoked. ${whatToSend(world)}`);
  if (standing === 'expired') return wrong(`The API key has expired. ${whatToSend(world)}`);
  call.account = account;
  return undefined;
}

function whyNoKey({ request, world }: Call): CredentialProblem {
  const credentials = headerValue(request, 'authorization')?.trim() ?? '';
  if (credentials === '') return missing(`The API key is missing. ${whatToSend(world)}`);
  if (credentials.toLowerCase() === 'bearer') return missing(`The API key is empty. ${whatToSend(world)}`);
  const message = `The Authorization header does not use the Bearer scheme. ${whatToSend(world)}`;
  return { message, situation: 'key-not-bearer' };
}

const missing = (message: string): CredentialProblem => ({ message, situation: 'key-missing' });
const wrong = (message: string): CredentialProblem => ({ message, situation: 'key-wrong' });

function whatToSend({ links: { hasSampleKeys = true } }: World): string {
  const example = hasSampleKeys ? ', for example with the key test_free' : '';
  return `Send the header Authorization: Bearer <API_KEY>${example}.`;
}
