import { expect, test } from 'vitest';
import { createPetstore, type OperationId } from '../../src/index.js';
import { toConformTo } from '../../src/matchers/to-conform-to.js';

const update = { method: 'PATCH', path: '/v1/inventory/1', body: '{"quantity":3}' };
const send = { method: 'POST', path: '/v1/messages', body: '{"message":"Hello"}' };
const list = { method: 'GET', path: '/v1/inventory' };

test.each<[OperationId, object & { method: string; path: string }, number[]]>([
  ['listInventory', list, [200, 401, 429]],
  ['updateInventory', update, [200, 400, 401, 404, 429]],
  ['sendMessage', send, [200, 400, 401, 429]],
  ['getPet', { method: 'GET', path: '/v1/pets/1' }, [200, 401, 404, 410, 429]],
  ['listOrders', { method: 'GET', path: '/v1/store/orders' }, [200, 401, 429]],
])('the response of the fake to %s conforms', async (operation, request, statuses) => {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z' });
  for (const status of statuses) {
    const prefer = status === 200 ? {} : { Prefer: `code=${status}` };
    const headers = { Authorization: 'Bearer test_pro', 'Content-Type': 'application/json', ...prefer };
    const response = petstore.handle({ ...request, headers });
    const { pass, message } = await toConformTo(response, operation);
    expect(response.status).toBe(status);
    expect(pass, message()).toBe(true);
  }
});
