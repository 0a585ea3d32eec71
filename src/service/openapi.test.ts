import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import type { JsonValue } from '../json/json.js';
import { bodyExamples as examplesOf, openApiDocument } from './openapi.js';
import { operationIds, operations, petstore, type SchemaName, schemas } from './petstore.js';
import { planNames } from './plans.js';
import { findViolation } from './validate.js';

const described = openApiDocument();
const bodyExamples = examplesOf(petstore);

const findOperation = (id: keyof typeof operations) => {
  const { method, path } = operations[id];
  const operation = described.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  return operation;
};

test('the linter reports nothing', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // The document names no licence, and the service is not ours to license.
    rules: { 'info-license': 'off' },
  });
  const problems = await lintFromString({ source: JSON.stringify(described), config });
  expect(problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)).toEqual([]);
});

test('the linter reads the description as OpenAPI 3.1, and finds errors', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const broken = { ...described, security: [{ basic: [] }] };
  const problems = await lintFromString({ source: JSON.stringify(broken), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('security-defined');
});

test('the description carries version 1.0.0', () => {
  expect(described).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
});

test('the base address ends with the version path segment', () => {
  expect(described.servers.map(({ url }) => url)).toEqual(['/v1']);
});

test('the base address can be set', () => {
  const { servers } = openApiDocument({ baseUrl: 'https://petstore.test/v1' });
  expect(servers.map(({ url }) => url)).toEqual(['https://petstore.test/v1']);
});

test('every operation needs a bearer key', () => {
  expect(described.security).toEqual([{ bearer: [] }]);
  expect(described.components.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } });
});

test('every operation has its id, and there is no other operation', () => {
  const ids = Object.values(described.paths).flatMap((item) =>
    Object.values(item).map((operation) => operation.operationId),
  );
  expect(ids).toEqual(operationIds);
});

test.each(operationIds)('%s has every documented response', (id) => {
  expect(Object.keys(findOperation(id).responses)).toEqual(Object.keys(operations[id].responses));
});

test.each(operationIds)('every response of %s has the three rate-limit headers, and 429 has Retry-After', (id) => {
  for (const [status, { headers }] of Object.entries(findOperation(id).responses)) {
    const expected = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    expect(Object.keys(headers)).toEqual(status === '429' ? [...expected, 'Retry-After'] : expected);
  }
});

test('the headers are required', () => {
  for (const header of Object.values(described.components.headers)) expect(header.required).toBe(true);
});

test('only the update is marked experimental', () => {
  const marked = operationIds.filter((id) => 'x-stability' in findOperation(id));
  expect(marked).toEqual(['updateInventory']);
  expect(findOperation('updateInventory')['x-stability']).toBe('experimental');
});

test('only the pet lookup is deprecated, with the sunset date', () => {
  expect(operationIds.filter((id) => 'deprecated' in findOperation(id))).toEqual(['getPet']);
  expect(findOperation('getPet')).toMatchObject({ deprecated: true, 'x-sunset': '2027-12-31T00:00:00Z' });
});

test('the path id is a required int64', () => {
  expect(findOperation('updateInventory').parameters).toEqual([{ $ref: '#/components/parameters/petId' }]);
  expect(findOperation('getPet').parameters).toEqual([{ $ref: '#/components/parameters/petId' }]);
  expect(described.components.parameters).toMatchObject({
    petId: { in: 'path', required: true, schema: { type: 'integer', format: 'int64' } },
  });
});

test('the two writing operations require a body', () => {
  expect(operationIds.filter((id) => findOperation(id).requestBody?.required)).toEqual([
    'updateInventory',
    'sendMessage',
  ]);
});

test('schemas refer to one another by name', () => {
  expect(Object.keys(described.components.schemas)).toEqual(Object.keys(schemas));
  expect(described.components.schemas).toMatchObject({
    InventoryList: { items: { $ref: '#/components/schemas/InventoryItem' } },
    InventoryItem: { properties: { status: { $ref: '#/components/schemas/PetStatus' } } },
  });
});

test('every error is an Error with an example of its status', () => {
  const { responses } = findOperation('updateInventory');
  expect(responses['404']?.content).toEqual({
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: { Error404: { $ref: '#/components/examples/Error404' } },
    },
  });
});

test('the limits of every plan are described', () => {
  for (const name of planNames) expect(described.info.description).toContain(`| ${name} | `);
  expect(described.info.description).toContain('| free | 60 | 1000 |');
});

test('the description is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(described))).toEqual(described);
});

test('the description is deterministic, and a copy', () => {
  const changed = openApiDocument();
  changed.info.title = 'changed';
  for (const schema of Object.values(changed.components.schemas)) Object.assign(schema, { type: 'null' });
  expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(described));
});

test.each(Object.entries(bodyExamples))('the example %s conforms to its schema', (name, example) => {
  const schema = schemas[name.replace(/\d+$/, '') as SchemaName];
  expect(findViolation(schema, example as JsonValue)).toBeUndefined();
});

test('there is one error for each documented status', () => {
  const errors = Object.keys(bodyExamples).filter((name) => name.startsWith('Error'));
  expect(errors).toEqual(['Error400', 'Error401', 'Error404', 'Error429']);
});
