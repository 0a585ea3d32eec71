import { bearerChallenge } from '../../src/spec/bearer-challenge.js';
import type { Behaviour, ErrorSituation } from '../../src/spec/behaviour.js';
import type { Call } from '../call.js';
import { headerValue } from '../petstore-request.js';
import { type Refusal, refuse } from './refusal.js';

/** What is wrong with a caller's credentials. `situation` is left out where somebody asked for the 401. */
export interface CredentialProblem {
  readonly message: string;
  readonly situation?: Extract<ErrorSituation, `key-${string}`>;
}

/** Makes the 401 of §5.4, with the challenge that the behaviour has (open question `www-authenticate`). */
export function unauthorized({ request, world }: Call, { message, ...situation }: CredentialProblem): Refusal {
  const hasKey = /^\s*bearer +\S/i.test(headerValue(request, 'authorization') ?? '');
  const challenge = challengesOf(world.behaviour)[hasKey ? 'wrong' : 'missing'];
  const headers = challenge === undefined ? {} : { 'WWW-Authenticate': challenge };
  return refuse('unauthorized', message, { ...situation, assumed: ['www-authenticate'], headers });
}

function challengesOf({ 'www-authenticate': choice }: Behaviour): {
  readonly missing?: string;
  readonly wrong?: string;
} {
  if (choice === 'bearer') return bearerChallenge;
  return choice === 'none' ? {} : choice;
}
