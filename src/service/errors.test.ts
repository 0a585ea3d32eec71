import { expect, test } from 'vitest';
import { errorCatalogue, namesOfError } from './errors.js';
import { operations } from './petstore.js';
import { openQuestions } from './questions/open-questions.js';

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

test('an error has a name for its situation, and one for its code', () => {
  expect(namesOfError({ code: 'not_found', situation: 'pet-unknown' })).toEqual(['pet-unknown', 'not_found']);
  expect(namesOfError({ code: 'not_found', situation: undefined })).toEqual(['not_found']);
});

test('a key under another scheme counts as a wrong key unless it has its own name', () => {
  expect(namesOfError({ code: 'unauthorized', situation: 'key-not-bearer' })).toEqual([
    'key-not-bearer',
    'key-wrong',
    'unauthorized',
  ]);
});
