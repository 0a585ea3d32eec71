import { setupPetstore } from 'petstore-mock/jest';
import { countAvailable } from './stock';

const petstore = setupPetstore({ baseUrl: 'https://api.example.test/v1' }, { unhandled: 'error' });

test('counts the pets that are available', async () => {
  petstore.scenario('sold-out');
  expect(await countAvailable('test_free')).toEqual({ available: 0 });
  expect(petstore).toHaveCalled('listInventory', { times: 1 });
});

test('says when to ask again after a 429', async () => {
  petstore.limits.exhaust('test_free');
  expect(await countAvailable('test_free')).toEqual({ retryAfterSeconds: 60 });

  petstore.clock.advance('1m');
  expect(await countAvailable('test_free')).toHaveProperty('available');
  expect(petstore).toBeWellMannered();
});
