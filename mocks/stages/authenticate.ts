import type { Behaviour } from '../../src/service/behaviour.js';
import type { ErrorSituation } from '../../src/service/errors.js';
import { bearerChallenge } from '../../src/service/request-headers.js';
import { standingOf } from '../limits/account.js';
import { headerValue, sentKey } from '../neutral-http.js';
import { type ErrorResponse, errorResponse } from '../operations/operation.js';
import type { RequestContext } from '../request-context.js';
import type { World } from '../world.js';
import { charge } from './quota.js';

/** Finds the caller's account by its API key. Returns a 401 for a missing or wrong key (§5.2, §5.4). */
export function authenticate(context: RequestContext): ErrorResponse | undefined {
  const problem = identify(context);
  if (problem === undefined) return undefined;
  const { account, isCounted, world } = context;
  const isCharged = isChargedByAddress(world) && !isCounted;
  const limited = isCharged && account ? charge(context, account) : undefined;
  return limited ?? unauthorized(context, problem);
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

/** Sets the account, or returns what is wrong with the credentials, never quoting them. */
function checkCredentials(context: RequestContext): CredentialProblem | undefined {
  const { request, world, nowMs } = context;
  const key = sentKey(request);
  if (key === undefined) return whyNoKey(context);
  const account = world.accounts.ofKey(key);
  if (account === undefined) {
    return wrong(world.links.explainUnknownKey?.(key) ?? `The API key is not known. ${whatToSend(world)}`);
  }
  const standing = standingOf(account, nowMs);
  if (standing === 'revoked') return wrong(`The API key was revoked. ${whatToSend(world)}`);
  if (standing === 'expired') return wrong(`The API key has expired. ${whatToSend(world)}`);
  context.account = account;
  return undefined;
}

/** A header without a key counts as a missing one. */
function whyNoKey({ request, world }: RequestContext): CredentialProblem {
  const header = headerValue(request, 'authorization')?.trim() ?? '';
  const isMissing = header === '' || header.toLowerCase() === 'bearer';
  return isMissing
    ? { message: `The API key is missing. ${whatToSend(world)}`, situation: 'key-missing' }
    : {
        message: `The Authorization header does not use the Bearer scheme. ${whatToSend(world)}`,
        situation: 'key-not-bearer',
      };
}

const wrong = (message: string): CredentialProblem => ({ message, situation: 'key-wrong' });

function whatToSend({ links: { hasSampleKeys = true } }: World): string {
  const example = hasSampleKeys ? ', for example with the key test_free' : '';
  return `Send the header Authorization: Bearer <API_KEY>${example}.`;
}

/** What is wrong with a caller's credentials. A forced 401 has no `situation`. */
interface CredentialProblem {
  readonly message: string;
  readonly situation?: Extract<ErrorSituation, `key-${string}`>;
}

/** Creates the 401 of §5.4, with the challenge of the behaviour (open question `www-authenticate`). */
export function unauthorized(
  { request, world }: RequestContext,
  { message, ...own }: CredentialProblem,
): ErrorResponse {
  const hasKey = /^\s*bearer +\S/i.test(headerValue(request, 'authorization') ?? '');
  const { situation = hasKey ? 'key-wrong' : 'key-missing' } = own;
  const challenge = challengeFor(situation, world.behaviour);
  const headers = challenge === undefined ? {} : { 'WWW-Authenticate': challenge };
  return errorResponse('unauthorized', message, { ...own, assumed: ['www-authenticate'], headers });
}

function challengeFor(
  situation: NonNullable<CredentialProblem['situation']>,
  { 'www-authenticate': choice }: Behaviour,
): string | undefined {
  if (choice !== 'bearer') return choice === 'none' ? undefined : choice;
  return bearerChallenge[situation === 'key-wrong' ? 'wrong' : 'missing'];
}
