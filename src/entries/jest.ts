import { type ListenOptions, type PetstoreServer, setupPetstoreServer } from '../../mocks/edges/msw/node.js';
import type { WorldOptions } from '../../mocks/world-options.js';
import { InputError } from '../json/input-error.js';
import { petstoreMatchers } from '../matchers/petstore-matchers.js';

export type { ListenOptions, PetstoreServer } from '../../mocks/edges/msw/node.js';
export type { PetstoreMatchers } from '../matchers/petstore-matchers.js';

/** What jest makes global in a test file, in CommonJS and in ES modules. */
interface JestGlobals {
  readonly beforeAll: (hook: () => void) => void;
  readonly afterEach: (hook: () => void) => void;
  readonly afterAll: (hook: () => void) => void;
  readonly expect: { extend(matchers: typeof petstoreMatchers): void };
}

/**
 * Returns a fake for the tests of a file. It starts before the first test, is reset after each, and stops after the last one.
 * `expect` gets the matchers of `petstore-mock/matchers`. Throws an InputError for an invalid option, and where jest's globals are
 * missing.
 */
export function setupPetstore(options: WorldOptions = {}, listenOptions: ListenOptions = {}): PetstoreServer {
  const { beforeAll, afterEach, afterAll, expect } = jestGlobals();
  const petstore = setupPetstoreServer(options);
  expect.extend(petstoreMatchers);
  beforeAll(() => petstore.listen(listenOptions));
  afterEach(() => petstore.reset());
  afterAll(() => petstore.close());
  return petstore;
}

function jestGlobals(): JestGlobals {
  const globals: Partial<JestGlobals> = globalThis as object;
  const { beforeAll, afterEach, afterAll, expect } = globals;
  if (beforeAll !== undefined && afterEach !== undefined && afterAll !== undefined && expect !== undefined) {
    return { beforeAll, afterEach, afterAll, expect };
  }
  throw new InputError(
    'Setting up the fake for jest',
    'beforeAll, afterEach, afterAll and expect are not global here',
    "Call setupPetstore() in a test file or a file of setupFilesAfterEnv. With injectGlobals: false, use setupPetstoreServer from 'petstore-mock/node' and the hooks of '@jest/globals'.",
  );
}
