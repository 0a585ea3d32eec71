import { expect, test } from 'vitest';
import { errorCatalogue } from './error-catalogue.js';
import { openQuestions } from './open-questions.js';
import { operations } from './operations.js';

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
