import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { adminDescription } from './openapi.js';
import { adminOperations } from './operations.js';

const described = adminDescription('1.2.3');

test('the linter reports no problems', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // The project's licence is in its package.
    rules: { 'info-license': 'off' },
  });
  const problems = await lintFromString({ source: JSON.stringify(described), config });
  const said = problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId}: ${message} ${location[0]?.pointer}`;
  });
  expect(said).toEqual([]);
});

test('the linter reports an invalid document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const broken = { ...described, security: [{ basic: [] }] };
  const problems = await lintFromString({ source: JSON.stringify(broken), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('security-defined');
});

test('every operation is described under its id, and there are no others', () => {
  const ids = Object.values(described.paths).flatMap((item) =>
    Object.values(item).map((operation) => (operation as { operationId: string }).operationId),
  );
  expect(ids.sort()).toEqual(Object.keys(adminOperations).sort());
});

test('the description has the version of petstore-mock and requires the admin token', () => {
  expect(described).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' }, security: [{ adminToken: [] }] });
});

test('an operation on one world has the parameter world', () => {
  expect(described.paths['/clock']?.get).toMatchObject({
    parameters: [{ $ref: '#/components/parameters/query-world' }],
    responses: { 200: {}, '4XX': {} },
  });
  expect(described.paths['/health']?.get).not.toHaveProperty('parameters');
});

test('an optional body is not required', () => {
  expect(described.paths['/keys']?.post).toMatchObject({ requestBody: { required: false } });
  expect(described.paths['/keys/ban']?.post).toMatchObject({ requestBody: { required: true } });
});

test('every call returns a copy', () => {
  Object.assign(adminDescription('1.2.3').components.schemas?.Done ?? {}, { type: 'null' });
  expect(adminDescription('1.2.3')).toEqual(described);
});

test('the description is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(described))).toEqual(described);
});
