import { expect, test } from 'vitest';
import { createPetstore } from '../../mocks/petstore.js';
import type { PartialBehaviour } from '../service/behaviour.js';
import { toConformTo } from './to-conform-to.js';

const requests = [
  ['listInventory', 'GET', '/v1/inventory', undefined],
  ['getPet', 'GET', '/v1/pets/1', undefined],
  ['updateInventory', 'PATCH', '/v1/inventory/1', '{"quantity":1}'],
  ['sendMessage', 'POST', '/v1/messages', '{}'],
  ['listOrders', 'GET', '/v1/store/orders', undefined],
] as const;

const behaviours: readonly PartialBehaviour[] = [
  {},
  { 'retry-after-format': 'http-date' },
  { 'window-start': 'calendar' },
];

test.each([
  '1970-01-01T00:00:00Z',
  '1970-01-02T00:00:00Z',
  '1999-12-31T23:59:59Z',
  '2038-01-20T00:00:00Z',
  '2286-11-21T00:00:00Z',
  '9999-12-31T23:59:59Z',
])('a fake whose clock shows %s conforms', async (clock) => {
  const problems = new Set<string>();
  for (const behaviour of behaviours) {
    const petstore = createPetstore({ clock, pets: 2, behaviour });
    const askAll = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      for (const [operation, method, path, body] of requests) {
        const response = petstore.handle({ method, path, headers, ...(body && { body }) });
        const { pass, message } = await toConformTo(response, operation);
        if (!pass) problems.add(message());
      }
    };
    await askAll('test_revoked');
    await askAll('test_free');
    petstore.limits.exhaust('test_free');
    await askAll('test_free');
    petstore.keys.ban('test_free', { for: '5m' });
    await askAll('test_free');
  }
  expect([...problems]).toEqual([]);
});
