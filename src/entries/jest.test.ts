import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { shared } from '../../mocks/edges/jest/test-file.js';
import { setupPetstore } from './jest.js';

const kept = globalThis.fetch;
const baseUrl = 'https://jest.example.test/v1';

// Files share a process here.
afterAll(() => shared.endRefusing());

/** Runs as jest does: hooks and matchers are global. Returns what runs the hooks of a kind. */
function likeJest() {
  onTestFinished(() => void vi.unstubAllGlobals());
  const hooks: Record<string, (() => void)[]> = {};
  for (const name of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const) {
    hooks[name] = [];
    vi.stubGlobal(name, (hook: () => void) => hooks[name]?.push(hook));
  }
  vi.stubGlobal('expect', expect);
  return (kind: string) => {
    for (const hook of hooks[kind] ?? []) hook();
  };
}

/** What the console shows until the test ends. */
function printed() {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.flat().join('\n');
}

const list = (url = baseUrl) =>
  fetch(`${url}/inventory`, { headers: { authorization: 'Bearer test_free' } }).then(({ status }) => status);

test('after the last test, a request fails and says why', async () => {
  const output = printed();
  const run = likeJest();
  setupPetstore({ baseUrl });
  run('beforeAll');
  run('afterAll');
  const { cause } = await list().catch((error) => error);
  expect(String(cause)).toContain(
    'there is no fake, and the request would have reached the network. Call setupPetstore',
  );
  expect(output()).toContain('Sending GET https://jest.example.test/v1/inventory where no fake is');
  // A hook that runs later.
  expect(() => run('afterEach')).toThrow('where no fake is');
});

test('the fake responds from the call to the last test, and is reset after each', async () => {
  const run = likeJest();
  const petstore = setupPetstore({ baseUrl }, { unhandled: 'error' });
  expect(await list()).toBe(200);
  run('beforeAll');
  run('beforeEach');
  petstore.limits.exhaust('test_free');
  expect(await list()).toBe(429);
  expect(petstore).toHaveCalled('listInventory', { times: 2 });

  run('afterEach');
  expect(await list()).toBe(200);
  expect(petstore).toHaveCalled('listInventory', { times: 1 });
  run('afterAll');
});

test('each describe may have its own fake at one base URL', async () => {
  const file = likeJest();
  setupPetstore();
  const first = likeJest();
  const one = setupPetstore({ baseUrl });
  const second = likeJest();
  const two = setupPetstore({ baseUrl });
  first('beforeAll');
  expect(await list()).toBe(200);
  first('afterAll');
  second('beforeAll');
  expect(await list()).toBe(200);
  second('afterAll');
  file('afterAll');
  for (const petstore of [one, two]) expect(petstore).toHaveCalled('listInventory', { times: 1 });
});

/** Expects that a request fails, and so does its test. */
async function failsWith(remedy: string, send: () => Promise<unknown>) {
  const run = likeJest();
  setupPetstore({ baseUrl });
  run('beforeAll');
  run('beforeEach');
  await expect(send()).rejects.toThrow();
  expect(() => run('afterEach')).toThrow(remedy);
  run('afterAll');
}

test('a test fails if its client uses another base URL', () =>
  failsWith("Correct the URL in the code, or pass { baseUrl: 'https://jest.example.test' }", () =>
    list('https://jest.example.test'),
  ));

// msw 3 intercepts it.
test.skipIf(process.env.MSW_MAJOR === '3')('a test fails if its client kept a fetch from before the fake', () =>
  failsWith('Import petstore-mock/jest before the client', () => kept(`${baseUrl}/inventory`)),
);

test('rejects an unknown choice for other addresses', () => {
  likeJest();
  expect(() => setupPetstore({}, { unhandled: 'ignore' as 'warn' })).toThrow('unknown value "ignore" of unhandled');
});

test('says what to use where the hooks are not global', () => {
  expect(() => setupPetstore()).toThrow(
    'Setting up the fake for jest: the hooks and expect are not global here. Call setupPetstore() in a test file',
  );
});
