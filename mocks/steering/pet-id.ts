import { quoteValue } from '../../src/json/quote-value.js';
import { type Int64Text, isInt64Text } from '../../src/spec/int64.js';
import { InputError } from '../../src/validation/input-error.js';
import { refusePromise } from '../../src/validation/refuse-promise.js';

/** Reads an id as code gives it: a number, a bigint or its digits. Throws an InputError for what is no int64, or may have been rounded. */
export function petIdText(attempted: string, petId: number | bigint | string): Int64Text {
  refusePromise(attempted, 'the pet id', petId);
  if (typeof petId === 'number' && Number.isInteger(petId) && !Number.isSafeInteger(petId)) {
    const problem = `the pet id ${petId} is a number beyond 2^53 and may have been rounded`;
    throw new InputError(attempted, problem, 'Write it as a bigint, such as 9007199254740993n.');
  }
  const isIdType = typeof petId === 'number' || typeof petId === 'bigint' || typeof petId === 'string';
  const text = isIdType ? String(petId) : '';
  if (isInt64Text(text)) return text;
  const range = 'a whole number from -2^63 to 2^63-1';
  throw new InputError(
    attempted,
    `${quoteValue(petId)} is no pet id`,
    `Try 7, 7n or '7': ${range}.`,
    `Try 7: ${range}.`,
  );
}

/** Answers an id as code takes it: a number where that is exact, else a bigint. */
export function petIdValue(petId: Int64Text): number | bigint {
  const value = Number(petId);
  return Number.isSafeInteger(value) ? value : BigInt(petId);
}

/** Writes an id as it stands in code. */
export function codeOfPetId(petId: Int64Text): string {
  return typeof petIdValue(petId) === 'bigint' ? `${petId}n` : petId;
}
