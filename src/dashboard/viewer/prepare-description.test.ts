import { expect, test } from 'vitest';
import { adminDescription } from '../../admin/openapi.js';
import { adminFor, serviceFor } from './prepare-description.js';

const localhost = 'http://localhost:4290';

test('the service is asked by the name that the page came from', () => {
  const description = { servers: [{ url: 'http://127.0.0.1:4290/v1', description: 'The base address' }] };
  expect(serviceFor(description, localhost)).toEqual({
    servers: [{ url: 'http://localhost:4290/v1', description: 'The base address' }],
  });
});

test('an operation on another path of the same server is, too; one elsewhere stays there', () => {
  const operation = (url: string) => ({ post: { servers: [{ url }] } });
  const description = {
    servers: [{ url: 'http://127.0.0.1:4290/v1' }],
    paths: { '/messages': operation('http://127.0.0.1:4290/other'), '/away': operation('https://messages.example/v1') },
  };
  expect(serviceFor(description, localhost)).toMatchObject({
    paths: { '/messages': operation('http://localhost:4290/other'), '/away': operation('https://messages.example/v1') },
  });
});

test('nobody who has signed in is asked for the token', () => {
  const description = adminFor(adminDescription('0.1.0'), 'w1');
  expect(description).not.toHaveProperty('security');
  expect(description).not.toHaveProperty('components.securitySchemes');
  expect(description).toHaveProperty('components.schemas.ClockState');
});

test('the world that the page shows stands in the form already', () => {
  const description = adminFor(adminDescription('0.1.0'), 'w7');
  expect(description).toHaveProperty(['components', 'parameters', 'query-world', 'example'], 'w7');
  expect(description).toHaveProperty(
    ['components', 'parameters', 'query-since'],
    adminDescription('0.1.0').components.parameters?.['query-since'],
  );
});
