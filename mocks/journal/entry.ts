import { isGood } from '../limits/account.js';
import type { Accounts } from '../limits/accounts.js';
import type { PetstoreRequest } from '../petstore-request.js';
import { sentKey } from '../sent-key.js';
import type { JournaledAnswer } from './passed-answer.js';

/** What is kept of a request and its answer until somebody reads the journal: references, nothing worked out. */
export interface Entry extends Omit<PetstoreRequest, 'query' | 'origin' | 'sentAfter' | 'callerAddress'> {
  readonly number: number;
  readonly query: string | undefined;
  readonly origin: string | undefined;
  readonly sentAfter: number | undefined;
  /** Whether the request came with a key that was good at that moment: later it may be revoked. */
  readonly hasGoodKey: boolean;
  readonly answer: JournaledAnswer;
  readonly startedMs: number;
  /** Undefined where the fake answered: it takes no time but the delay that it was told. */
  readonly endedMs: number | undefined;
}

/** Takes a request apart: an edge's own request may hold a whole connection. */
export function takeDown(
  number: number,
  request: PetstoreRequest,
  answer: JournaledAnswer,
  startedMs: number,
  accounts: Accounts,
  endedMs?: number,
): Entry {
  const { method, path, query, origin, headers, body, sentAfter } = request;
  // The answer tells where a key was looked at; a fault may have struck before. What another service makes of a key, nobody knows.
  const hasGoodKey =
    answer.keyAlias !== undefined || (answer.passed === undefined && showsGoodKey(request, accounts, startedMs));
  return { number, method, path, query, origin, headers, body, sentAfter, hasGoodKey, answer, startedMs, endedMs };
}

function showsGoodKey(request: PetstoreRequest, accounts: Accounts, nowMs: number): boolean {
  const key = sentKey(request);
  const account = key === undefined ? undefined : accounts.ofKey(key);
  return account !== undefined && isGood(account, nowMs);
}
