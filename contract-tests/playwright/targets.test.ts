import { expect, test } from 'vitest';
import { resolveTarget } from './targets.js';

test('starts its own fake for the mock, at level exhaust', () => {
  expect(resolveTarget('mock', {})).toMatchObject({ name: 'mock', service: undefined, level: 'exhaust' });
});

test('reads a deployment from its variables, at level read', () => {
  const variables = {
    PETSTORE_STAGING_URL: 'https://a.test/v1',
    PETSTORE_STAGING_API_KEY: 'k',
    PETSTORE_MOCK_URL: 'x',
  };
  expect(resolveTarget('staging', variables)).toEqual({
    name: 'staging',
    service: { baseUrl: 'https://a.test/v1', apiKey: 'k' },
    messagesUrl: undefined,
    level: 'read',
    plan: undefined,
  });
});

test('gives an example if the target has no variables', () => {
  expect(resolveTarget('production', {})).toBe('set PETSTORE_PRODUCTION_URL=https://production.example.test/v1');
});

test.each([
  [{}, 'set PETSTORE_STAGING_URL=https://staging.example.test/v1'],
  [{ PETSTORE_STAGING_URL: 'staging' }, 'PETSTORE_STAGING_URL is not a URL: try https://a.test/v1'],
  [{ PETSTORE_STAGING_URL: 'https://a.test' }, 'set PETSTORE_STAGING_API_KEY to an API key'],
])('reports what is missing or wrong in %j', (variables, problem) => {
  expect(resolveTarget('staging', variables)).toBe(problem);
});
