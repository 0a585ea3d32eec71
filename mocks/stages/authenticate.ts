import type { Call } from '../call.js';
import type { Account } from '../limits/account.js';
import { charge } from '../limits/charge.js';
import type { Refusal } from '../outcomes/refusal.js';
import { unauthorized } from '../outcomes/unauthorized.js';
import { headerValue } from '../petstore-request.js';

const EXAMPLE = 'Send the header Authorization: Bearer <API_KEY>, for example with the key test_free.';

/** Finds the caller's account by its API key, or refuses with 401 (§5.2, §5.4). */
export function authenticate(call: Call): Refusal | undefined {
  const problem = identify(call);
  if (problem === undefined) return undefined;
  const isCharged = call.world.behaviour['unauthenticated-quota'] === 'per-address';
  const limited = isCharged && call.account ? charge(call, call.account) : undefined;
  return limited ?? unauthorized(call, `${problem} ${EXAMPLE}`);
}

/** Finds the account whose limits the answer shows, without spending from it, and says what is wrong with the credentials. */
export function identify(call: Call): string | undefined {
  const problem = checkCredentials(call, headerValue(call.request, 'authorization')?.trim() ?? '');
  if (problem === undefined) return undefined;
  const { behaviour, accounts } = call.world;
  call.assumed.add('unauthenticated-quota');
  const isByAddress = behaviour['unauthenticated-quota'] === 'per-address';
  call.account = isByAddress ? accounts.ofAddress(call.request.callerAddress) : accounts.anonymous;
  return problem;
}

/** Sets the call's account, or says what is wrong with the credentials, never quoting them. */
function checkCredentials(call: Call, credentials: string): string | undefined {
  if (credentials === '') return 'The API key is missing.';
  const [scheme, ...rest] = credentials.split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer') return 'The Authorization header does not use the Bearer scheme.';
  if (rest.length === 0) return 'The API key is empty.';
  const account = call.world.accounts.ofKey(rest.join(' '));
  if (account === undefined) return 'The API key is not known.';
  if (account.expiresAtMs !== undefined) call.assumed.add('key-lifetime');
  const problem = accountProblem(account, call.nowMs);
  if (problem === undefined) call.account = account;
  return problem;
}

function accountProblem({ isRevoked, expiresAtMs }: Account, nowMs: number): string | undefined {
  if (isRevoked) return 'The API key was revoked.';
  if (expiresAtMs !== undefined && nowMs >= expiresAtMs) return 'The API key has expired.';
  return undefined;
}
