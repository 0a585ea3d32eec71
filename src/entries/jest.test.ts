import { expect, onTestFinished, test, vi } from 'vitest';
import { setupPetstore } from './jest.js';

/** Runs as jest does: hooks and matchers are global. Returns the hooks. */
function likeJest() {
  onTestFinished(() => void vi.unstubAllGlobals());
  const hooks = { beforeAll: () => {}, afterEach: () => {}, afterAll: () => {} };
  for (const name of ['beforeAll', 'afterEach', 'afterAll'] as const) {
    vi.stubGlobal(name, (hook: () => void) => {
      hooks[name] = hook;
    });
  }
  vi.stubGlobal('expect', expect);
  return hooks;
}

const list = () =>
  fetch('https://jest.example.test/v1/inventory', { headers: { authorization: 'Bearer test_free' } }).then(
    ({ status }) => status,
  );

test('starts the fake before the first test, resets it after each, and stops it after the last', async () => {
  const hooks = likeJest();
  const petstore = setupPetstore({ baseUrl: 'https://jest.example.test/v1' }, { unhandled: 'error' });
  hooks.beforeAll();
  petstore.limits.exhaust('test_free');
  expect(await list()).toBe(429);
  expect(petstore).toHaveCalled('listInventory', { times: 1 });

  hooks.afterEach();
  expect(await list()).toBe(200);
  expect(petstore).toHaveCalled('listInventory', { times: 1 });

  hooks.afterAll();
  expect(() => petstore.listen()).not.toThrow();
  petstore.close();
});

test('says what to use where the hooks are not global', () => {
  expect(() => setupPetstore()).toThrow(
    'Setting up the fake for jest: beforeAll, afterEach, afterAll and expect are not global here. Call setupPetstore() in a test file',
  );
});
