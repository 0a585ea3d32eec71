import type { Behaviour } from '../../src/service/behaviour.js';
import type { ErrorSituation } from '../../src/service/errors.js';
import { bearerChallenge } from '../../src/service/headers.js';
import { standingOf } from '../limits/account.js';
import { headerValue, sentKey } from '../neutral-http.js';
import { type ErrorResponse, errorResponse } from '../operations/operation.js';
import type { RequestContext } from '../request-context.js';
import type { World } from '../world.js';
import { spendQuota } from './quota.js';

/** Finds the caller's account by its API key. Returns a 401 for a missing or wrong key (§5.2, §5.4). */
export function authenticate(context: RequestContext): ErrorResponse | undefined {
  const problem = identify(context);
  if (problem === undefined) return undefined;
  const isCharged = isChargedByAddress(context.world) && !context.isCounted;
  return (isCharged ? spendQuota(context) : undefined) ?? unauthorized(context, problem);
}

/** Finds the account whose limits the response shows, without spending from it. Returns what is wrong with the credentials. */
export function identify(context: RequestContext): CredentialProblem | undefined {
  const problem = checkCredentials(context);
  if (problem === undefined) return undefined;
  const { accounts } = context.world;
  context.assumed.add('unauthenticated-quota');
  context.account = isChargedByAddress(context.world)
    ? accounts.ofAddress(context.request.callerAddress)
    : accounts.anonymous;
  return problem;
}

function isChargedByAddress({ behaviour }: World): boolean {
  return behaviour['unauthenticated-quota'] === 'per-address';
}

/** Sets the account, or returns what is wrong with the credentials, never quoting them. A header without a key counts as a missing one. */
function checkCredentials(context: RequestContext): CredentialProblem | undefined {
  const { request, world, nowMs } = context;
  const key = sentKey(request);
  if (key === undefined) {
    const header = headerValue(request, 'authorization')?.trim() ?? '';
    const isMissing = header === '' || header.toLowerCase() === 'bearer';
    const hasHeader = headerValue(request, 'authorization') !== undefined;
    if (isMissing) return problemOf(world, hasHeader ? 'key-empty' : 'key-missing', 'The API key is missing.');
    return problemOf(world, 'key-not-bearer', 'The Authorization header does not use the Bearer scheme.');
  }
  const account = world.accounts.ofKey(key);
  if (account === undefined) {
    const message = world.links.explainUnknownKey?.(key);
    return message === undefined
      ? problemOf(world, 'key-wrong', 'The API key is not known.')
      : { message, situation: 'key-wrong' };
  }
  const standing = standingOf(account, nowMs);
  if (standing === 'revoked') return problemOf(world, 'key-wrong', 'The API key was revoked.');
  if (standing === 'expired') return problemOf(world, 'key-wrong', 'The API key has expired.');
  context.account = account;
  return undefined;
}

function problemOf({ links }: World, situation: `key-${'missing' | 'empty' | 'wrong' | 'not-bearer'}`, text: string) {
  const example = links.hasSampleKeys === false ? '' : ', for example with the key test_free';
  return { message: `${text} Send the header Authorization: Bearer <API_KEY>${example}.`, situation };
}

/** What is wrong with a caller's credentials. A forced 401 has no `situation`. */
interface CredentialProblem {
  readonly message: string;
  readonly situation?: Extract<ErrorSituation, `key-${string}`>;
}

type Challenges = Extract<Behaviour['www-authenticate'], object>;

/** Creates the 401 of §5.4, with the challenge of the behaviour (open question `www-authenticate`). */
export function unauthorized({ request, world }: RequestContext, problem: CredentialProblem): ErrorResponse {
  const hasKey = /^\s*bearer +\S/i.test(headerValue(request, 'authorization') ?? '');
  const { message, situation = hasKey ? 'key-wrong' : 'key-missing' } = problem;
  const choice = world.behaviour['www-authenticate'];
  const kind = situation.slice('key-'.length) as 'missing' | 'empty' | 'wrong' | 'not-bearer';
  const all: Challenges | string = choice === 'bearer' ? bearerChallenge : choice;
  const challenge = typeof all === 'string' ? all : (all[kind] ?? all.missing);
  const headers = challenge === 'none' ? {} : { 'WWW-Authenticate': challenge };
  return errorResponse('unauthorized', message, { ...problem, assumed: ['www-authenticate'], headers });
}
