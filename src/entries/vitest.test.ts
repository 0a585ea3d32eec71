import { describe, expectTypeOf, type ProvidedContext } from 'vitest';
import { expect, test } from './vitest.js';

describe('a test of the vitest entry', () => {
  test('asks for a fake, and expects with its matchers', async ({ petstore }) => {
    const response = await fetch(`${petstore.baseUrl}/inventory`, { headers: { authorization: 'Bearer test_free' } });
    expect(response.status).toBe(200);
    await expect(response).toConformTo('listInventory');
    expect(petstore).toHaveCalled('listInventory', { times: 1 });
    expect(petstore).not.toHaveCalled('updateInventory');
    expect(petstore).toBeWellMannered();
  });

  test('has `unhandled` among the options that the configuration provides', () => {
    expectTypeOf<NonNullable<ProvidedContext['petstoreOptions']>>().toHaveProperty('unhandled');
  });
});
