import { quote } from '../json/quote.js';
import { type OperationId, operations } from '../spec/operations.js';
import { InputError } from '../validation/input-error.js';
import { nameHint } from '../validation/name-hint.js';
import { refusePromise } from '../validation/refuse-promise.js';
import { isObject, kindInWords } from './loose-object.js';

/** Which calls count, and how many there have to be. */
export interface CallFilter {
  /** Exactly so many; left out: at least one. */
  readonly times?: number;
  /** The body that was sent, read as JSON; compared deeply. Asymmetric matchers such as `expect.objectContaining(…)` may stand anywhere. */
  readonly body?: unknown;
  /** The API key that was sent, or its pseudonym in the journal, such as `key#1`. */
  readonly key?: string;
  /** Status of the answer. */
  readonly status?: number;
  /** The pet in the path. */
  readonly petId?: number | bigint | string;
}

const options = ['times', 'body', 'key', 'status', 'petId'] as const satisfies (keyof CallFilter)[];

/** Throws an InputError for an option that there is not, and for a value that no call can have: it would hide a mistake of the test. */
export function requireCallFilter(
  attempted: string,
  filter: unknown,
  operation: OperationId,
): asserts filter is CallFilter {
  refusePromise(attempted, 'the filter', filter);
  if (!isObject(filter) || Array.isArray(filter)) {
    throw new InputError(attempted, `the filter is ${kindInWords(filter)}`, 'Give an object such as { times: 1 }');
  }
  const unknown = Object.keys(filter).find((name) => !options.some((option) => option === name));
  if (unknown !== undefined) {
    const remedy = nameHint(unknown, options, 'Options');
    throw new InputError(attempted, `there is no option ${quote(unknown)}`, remedy);
  }
  for (const [name, value] of Object.entries(filter)) {
    const wanted = value === undefined ? 'a value, or is left out' : wantedOf(name, value);
    if (wanted === undefined) continue;
    // What stands where a key is asked for may be one.
    const found = typeof value === 'string' && name !== 'key' ? quote(value) : numberOrKind(value);
    throw new InputError(attempted, `${name} is ${found}`, `It is ${wanted}`);
  }
  const { method, path } = operations[operation];
  if ('petId' in filter && !path.includes('{petId}')) {
    const remedy = 'Leave petId out, or ask for updateInventory or getPet';
    throw new InputError(attempted, `${method} ${path} has no pet in its path`, remedy);
  }
}

/** Answers what an option is, where a value is none. */
function wantedOf(name: string, value: unknown): string | undefined {
  switch (name) {
    case 'times':
      return Number.isInteger(value) && Number(value) >= 0
        ? undefined
        : 'a whole number, such as 2; 0 for no call at all';
    case 'status':
      return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599
        ? undefined
        : 'a status, such as 429';
    case 'key':
      return typeof value === 'string' && value !== ''
        ? undefined
        : 'an API key that was sent, or its pseudonym, such as key#1';
    case 'petId':
      return isPetId(value) ? undefined : 'an id, such as 7, 9007199254740993n or "7"';
    default:
      return undefined;
  }
}

/** A number beyond 2^53 would have been rounded. What a client sends in the path need not be an integer: a text may say anything. */
function isPetId(value: unknown): boolean {
  return Number.isSafeInteger(value) || typeof value === 'bigint' || (typeof value === 'string' && value !== '');
}

function numberOrKind(value: unknown): string {
  return typeof value === 'number' ? String(value) : kindInWords(value);
}
