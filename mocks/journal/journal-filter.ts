import { quoteValue } from '../../src/json/quote-value.js';
import { type OperationId, operationIds } from '../../src/spec/operations.js';
import { checkedFields } from '../../src/validation/checked-fields.js';
import { InputError } from '../../src/validation/input-error.js';
import { nameHint } from '../../src/validation/name-hint.js';
import type { Accounts } from '../limits/accounts.js';
import { keyThatWorks } from '../limits/key-that-works.js';

export interface JournalFilter {
  readonly operation?: OperationId | undefined;
  /** Status of the answer; a request whose connection was reset has none. */
  readonly status?: number | undefined;
  /** The API key that was sent, be it where it does not count: its text or its pseudonym, such as `key#1`. A key that was deleted is still found. */
  readonly key?: string | undefined;
}

const ATTEMPTED = 'Reading the journal';
const filterNames = ['operation', 'status', 'key'] as const satisfies (keyof JournalFilter)[];

/** Throws an InputError for a filter that cannot be; the key is checked where keys are known. */
export function checkFilter(filter: unknown): asserts filter is JournalFilter {
  const { operation, status } = checkedFields(
    ATTEMPTED,
    'the filter',
    filter,
    filterNames,
    "list({ operation: 'updateInventory' })",
  );
  checkOperation(operation);
  checkStatus(status);
}

function checkOperation(operation: unknown): void {
  if (operation === undefined || (operationIds as unknown[]).includes(operation)) return;
  const remedy = nameHint(operation, operationIds, 'Operations');
  throw new InputError(ATTEMPTED, `there is no operation ${quoteValue(operation)}`, remedy);
}

function checkStatus(status: unknown): void {
  if (status === undefined || Number.isInteger(status)) return;
  throw new InputError(ATTEMPTED, `the status ${quoteValue(status)} is no integer`, 'Try 429.');
}

/** What to say of a key that was never given out, or, where requests passed through a proxy, was never sent; it is not quoted. */
export function unknownKey(accounts: Accounts, isOfProxy: boolean): InputError {
  if (isOfProxy) return new InputError(ATTEMPTED, 'nobody has sent this key', 'Try key#1, as the journal names it.');
  const known = keyThatWorks(accounts);
  const tryOne = (minted: string) => (known === undefined ? `Try ${minted}.` : `Try ${known}, or ${minted}.`);
  const problem = 'the fake has not given out this key';
  return new InputError(ATTEMPTED, problem, tryOne('one that keys.mint() answered'), tryOne('one that was minted'));
}
