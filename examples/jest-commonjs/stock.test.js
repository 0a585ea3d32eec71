import { petstoreMatchers } from 'petstore-mock/matchers';
import { setupPetstoreServer } from 'petstore-mock/node';
import { countAvailable } from './stock';

const petstore = setupPetstoreServer({ baseUrl: 'https://api.example.test/v1' });

beforeAll(() => petstore.listen({ unhandled: 'error' }));
afterEach(() => petstore.reset());
afterAll(() => petstore.close());

expect.extend(petstoreMatchers);

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
