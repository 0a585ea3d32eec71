import { listenToLastHook, problems, shared, throwFirstProblem } from '../../mocks/edges/jest/test-file.js';
import type { ListenOptions } from '../../mocks/edges/msw/node.js';
import type { TestPetstore } from '../../mocks/edges/msw/shared-server.js';
import { requireUnhandled } from '../../mocks/edges/msw/unhandled-requests.js';
import { createPetstore } from '../../mocks/petstore.js';
import type { WorldOptions } from '../../mocks/world-options.js';
import { checkedFields, InputError } from '../json/input-error.js';
import { petstoreMatchers } from '../matchers/petstore-matchers.js';

export type { ListenOptions } from '../../mocks/edges/msw/node.js';
export type { TestPetstore } from '../../mocks/edges/msw/shared-server.js';
export type { PetstoreMatchers } from '../matchers/petstore-matchers.js';

/** What jest makes global in a test file, in CommonJS and in ES modules. */
interface JestGlobals {
  readonly beforeAll: (hook: () => void) => void;
  readonly beforeEach: (hook: () => void) => void;
  readonly afterEach: (hook: () => void) => void;
  readonly afterAll: (hook: () => void) => void;
  readonly expect: { extend(matchers: typeof petstoreMatchers): void };
}

/**
 * Returns a fake for the tests of a file, which is reset after each of them. It responds from now to the last test; afterwards,
 * requests to its base URL fail. A test fails if it sends requests to another base URL, or if its client cannot reach the
 * fake. `expect` gets the matchers of `petstore-mock/matchers`. Throws an InputError for an invalid option, and where jest's globals
 * are missing.
 */
export function setupPetstore(options: WorldOptions = {}, listenOptions: ListenOptions = {}): TestPetstore {
  const { beforeAll, beforeEach, afterEach, afterAll, expect } = jestGlobals();
  checkedFields('Starting the fake', 'the options', listenOptions, ['unhandled'], "{ unhandled: 'error' }");
  const { unhandled = 'warn' } = listenOptions;
  requireUnhandled(unhandled);
  const petstore = createPetstore(options);
  expect.extend(petstoreMatchers);
  listenToLastHook();
  let end = shared.open(petstore, unhandled, problems);
  beforeAll(() => {
    // Another describe may have opened its own since.
    end = shared.open(petstore, unhandled, problems);
  });
  beforeEach(() => shared.refuseKeptClients());
  afterEach(() => {
    petstore.reset();
    throwFirstProblem();
  });
  afterAll(() => {
    end();
    throwFirstProblem();
  });
  return Object.assign(petstore, { server: shared.server });
}

function jestGlobals(): JestGlobals {
  const globals: Partial<JestGlobals> = globalThis as object;
  const { beforeAll, beforeEach, afterEach, afterAll, expect } = globals;
  if (beforeAll && beforeEach && afterEach && afterAll && expect) {
    return { beforeAll, beforeEach, afterEach, afterAll, expect };
  }
  throw new InputError(
    'Setting up the fake for jest',
    'the hooks and expect are not global here',
    "Call setupPetstore() in a test file or a file of setupFilesAfterEnv. With injectGlobals: false, use setupPetstoreServer from 'petstore-mock/node' and the hooks of '@jest/globals'.",
  );
}
