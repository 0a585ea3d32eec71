import { expect, test } from 'vitest';
import { findViolation } from '../validation/validate.js';
import { namesOfError, operationErrorOf, operationErrorsOf } from './error-names.js';
import { operationErrors } from './operation-errors.js';

const answer = (name: string) => findViolation('Behaviour', { 'error-codes': { [name]: 'E' } })?.problem;

test('an error has a name for its operation and situation, one for its situation, and one for its code', () => {
  expect(namesOfError({ code: 'not_found', situation: 'pet-unknown', operation: 'getPet' })).toEqual([
    'getPet pet-unknown',
    'pet-unknown',
    'not_found',
  ]);
  expect(namesOfError({ code: 'not_found', situation: undefined, operation: 'getPet' })).toEqual(['not_found']);
});

test('a key under another scheme is a wrong key where it has no name of its own', () => {
  expect(namesOfError({ code: 'unauthorized', situation: 'key-not-bearer', operation: undefined })).toEqual([
    'key-not-bearer',
    'key-wrong',
    'unauthorized',
  ]);
});

test('only situations that several operations share are told by operation', () => {
  expect(operationErrorsOf('pet-unknown')).toEqual(['updateInventory pet-unknown', 'getPet pet-unknown']);
  expect(operationErrorsOf('field-out-of-range')).toEqual([]);
  expect(operationErrorsOf('path-unknown')).toEqual([]);
  expect(operationErrorOf('listOrders', 'pet-unknown')).toEqual([]);
});

test('a behaviour may answer for every one of them, and for no other', () => {
  expect(operationErrors.filter((name) => answer(name) !== undefined)).toEqual([]);
  expect(answer('listOrders pet-unknown')).toBe('is unknown');
  expect(answer('updateInventory  pet-unknown')).toBe('is unknown');
});
