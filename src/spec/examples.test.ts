import { expect, test } from 'vitest';
import type { JsonValue } from '../json/json-value.js';
import { type CompiledSchema, findViolation } from '../validation/validate.js';
import { bodyExamples } from './examples.js';

test.each(Object.entries(bodyExamples))('the example %s conforms to its schema', (name, example) => {
  const schema = name.replace(/\d+$/, '') as CompiledSchema;
  expect(findViolation(schema, example as JsonValue)).toBeUndefined();
});

test('there is one error for each documented status', () => {
  const errors = Object.keys(bodyExamples).filter((name) => name.startsWith('Error'));
  expect(errors).toEqual(['Error400', 'Error401', 'Error404', 'Error429']);
});
