import { expect, test } from 'vitest';
import { behaviourSchema } from './behaviour.js';
import { errorCatalogue, namesOfError, operationErrorOf, operationErrorsOf } from './errors.js';
import { openQuestions } from './open-questions.js';
import { operationErrors, operations } from './operations.js';
import { findViolation } from './validation/validate.js';

test('every code can be renamed by the open question error-codes', () => {
  expect(Object.keys(openQuestions['error-codes'].schema.properties)).toEqual(
    expect.arrayContaining(Object.keys(errorCatalogue)),
  );
});

test('every error that the document names has a code', () => {
  const statuses = new Set(Object.values(errorCatalogue).map(({ status }) => status));
  for (const { responses } of Object.values(operations)) {
    for (const [status, { schema }] of Object.entries(responses)) {
      if (schema === 'Error') expect(statuses).toContain(Number(status));
    }
  }
});

const response = (name: string) => findViolation(behaviourSchema, { 'error-codes': { [name]: 'E' } })?.problem;

test('an error has a name for its operation and situation, one for its situation, and one for its code', () => {
  expect(namesOfError({ code: 'not_found', situation: 'pet-unknown', operation: 'getPet' })).toEqual([
    'getPet pet-unknown',
    'pet-unknown',
    'not_found',
  ]);
  expect(namesOfError({ code: 'not_found', situation: undefined, operation: 'getPet' })).toEqual(['not_found']);
});

test('a key under another scheme counts as a wrong key unless it has its own name', () => {
  expect(namesOfError({ code: 'unauthorized', situation: 'key-not-bearer', operation: undefined })).toEqual([
    'key-not-bearer',
    'key-wrong',
    'unauthorized',
  ]);
});

test('only situations that several operations share are named by operation', () => {
  expect(operationErrorsOf('pet-unknown')).toEqual(['updateInventory pet-unknown', 'getPet pet-unknown']);
  expect(operationErrorsOf('field-out-of-range')).toEqual([]);
  expect(operationErrorsOf('path-unknown')).toEqual([]);
  expect(operationErrorOf('listOrders', 'pet-unknown')).toEqual([]);
});

test('a behaviour may have a value for each of them, and for no other', () => {
  expect(operationErrors.filter((name) => response(name) !== undefined)).toEqual([]);
  expect(response('listOrders pet-unknown')).toBe('is unknown');
  expect(response('updateInventory  pet-unknown')).toBe('is unknown');
});
