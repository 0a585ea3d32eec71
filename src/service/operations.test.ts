import { expect, test } from 'vitest';
import { operationIds, operations, schemas } from './petstore.js';
import { sections } from './sections.js';

test('the five operations are in the order of the document', () => {
  expect(operationIds).toEqual(['listInventory', 'updateInventory', 'sendMessage', 'getPet', 'listOrders']);
});

test('only the update is experimental, and only the pet lookup deprecated', () => {
  expect(operationIds.filter((id) => operations[id].stability === 'experimental')).toEqual(['updateInventory']);
  expect(operationIds.filter((id) => operations[id].deprecated)).toEqual(['getPet']);
});

test.each(operationIds)('%s has its own id, and an existing section', (id) => {
  expect(operations[id].id).toBe(id);
  expect(sections.has(operations[id].section)).toBe(true);
});

test.each(operationIds)('%s can be rejected for its key and for its rate, with an Error', (id) => {
  expect(operations[id].responses).toMatchObject({ 401: { schema: 'Error' }, 429: { schema: 'Error' } });
});

test.each(operationIds)('%s has one success, and every other response is an Error', (id) => {
  for (const [status, { schema }] of Object.entries(operations[id].responses)) {
    expect(schema === 'Error').toBe(Number(status) >= 400);
  }
  expect(Object.keys(operations[id].responses).filter((status) => Number(status) < 400)).toEqual(['200']);
});

test('every schema that an operation names exists', () => {
  for (const { requestSchema, responses } of Object.values(operations)) {
    const named = [...Object.values(responses).map(({ schema }) => schema), ...(requestSchema ? [requestSchema] : [])];
    for (const name of named) expect(schemas).toHaveProperty([name ?? '']);
  }
});

test('no two operations share a method and a path', () => {
  const routes = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
});
