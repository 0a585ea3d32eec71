import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../src/json/json.js';
import { operationIds, operations, type SchemaName, schemas } from '../src/service/petstore.js';
import { planNames, plans } from '../src/service/plans.js';
import { rateLimitHeaderNames } from '../src/service/rate-limit-headers.js';
import type { Operation } from '../src/service/service.js';
import { findViolation } from '../src/service/validate.js';
import {
  type DocumentedShape,
  documentedErrors,
  documentedHeaders,
  documentedItems,
  documentedOperations,
  documentedPlans,
  documentedShapes,
} from './documented-examples.js';

const shapes = Object.entries<DocumentedShape>(documentedShapes) as [SchemaName, DocumentedShape][];

describe.each(shapes)('%s', (schema, { valid, required, wrong }) => {
  test('the documented body conforms', () => {
    expect(findViolation(schemas[schema], valid)).toBeUndefined();
  });

  test.each(required)('a body without %s is rejected', (field) => {
    const { [field]: _left, ...rest } = valid;
    expect(findViolation(schemas[schema], rest)).toEqual({ pointer: `/${field}`, problem: 'is missing' });
  });

  const changes = Object.entries(wrong).flatMap(([field, values]) => values.map((value) => [field, value] as const));
  test.each(changes)('a body with %s %j is rejected', (field, value) => {
    expect(findViolation(schemas[schema], { ...valid, [field]: value as JsonValue })?.pointer).toBe(`/${field}`);
  });

  test.each([[null], ['text'], [1], [true], [[]]])('%j is rejected with its position', (value) => {
    expect(findViolation(schemas[schema], value)?.pointer).toBe('');
  });

  test('an undocumented field is accepted', () => {
    expect(findViolation(schemas[schema], { ...valid, note: 'extra' })).toBeUndefined();
  });
});

test.each(documentedItems)('an item that is $status conforms', (item) => {
  expect(findViolation(schemas.InventoryItem, item)).toBeUndefined();
});

test('the list has any number of items', () => {
  expect(findViolation(schemas.InventoryList, documentedItems)).toBeUndefined();
  expect(findViolation(schemas.InventoryList, [])).toBeUndefined();
});

test.each([[{}], [null], [{ items: documentedItems }], [[null]], [[documentedItems]]])('%j is not a list', (value) => {
  expect(findViolation(schemas.InventoryList, value as JsonValue)).toBeDefined();
});

test.each(documentedErrors)('the error of status $status conforms', (error) => {
  expect(findViolation(schemas.Error, error)).toBeUndefined();
});

test('the operations are the documented ones', () => {
  expect(operationIds).toEqual(documentedOperations.map(({ id }) => id));
});

test.each(documentedOperations)(
  '$id has its documented method, path and responses',
  ({ id, method, path, statuses }) => {
    const operation: Operation | undefined = Object.values(operations).find((candidate) => candidate.id === id);
    expect(operation).toMatchObject({ method, path });
    const schemaOf = Object.entries(operation?.responses ?? {}).map(([status, { schema }]) => [status, schema]);
    expect(Object.fromEntries(schemaOf)).toMatchObject(statuses);
  },
);

test.each(documentedOperations)('$id has no undocumented error', ({ id, statuses }) => {
  const operation: Operation | undefined = Object.values(operations).find((candidate) => candidate.id === id);
  const errors = Object.keys(operation?.responses ?? {}).filter((status) => Number(status) >= 400);
  expect(errors).toEqual(Object.keys(statuses).filter((status) => Number(status) >= 400));
});

test('the plans are the documented ones', () => {
  expect(planNames).toEqual(documentedPlans.map(({ name }) => name.toLowerCase()));
});

test.each(documentedPlans)('the $name plan has its documented limits', ({ name, perMinute, perDay }) => {
  const limits = plans[name.toLowerCase() as keyof typeof plans];
  expect(limits === 'custom' ? { perMinute: limits, perDay: limits } : limits).toEqual({ perMinute, perDay });
});

test('the rate-limit headers have their documented names', () => {
  expect(rateLimitHeaderNames).toEqual(documentedHeaders);
});
