import { runInThisContext } from 'node:vm';
import { requireMsw } from '../../mocks/edges/installed-peers.js';
import type { ListenOptions } from '../../mocks/edges/msw/node.js';
import { SharedServer, type TestPetstore } from '../../mocks/edges/msw/shared-server.js';
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

requireMsw();

/** What is shared by the modules of a test file, of which there are two after `jest.resetModules()`. */
interface TestFile {
  /** Each test file has its own; Node's http and what sends the requests of fetch are the same for all files of a worker. */
  readonly sandbox: typeof globalThis;
  readonly shared: SharedServer;
  /** What was wrong with requests since the last test; the next hook throws the first of them. */
  readonly problems: InputError[];
}

const worker: Record<symbol, TestFile | undefined> & { readonly process: NodeJS.Process } =
  runInThisContext('globalThis');
const PLACE = Symbol.for('petstore-mock/jest');

function openFile(): TestFile {
  const last = worker[PLACE];
  if (last?.sandbox === globalThis) return last;
  last?.shared.endRefusing();
  const problems: InputError[] = [];
  const report = (problem: InputError) => {
    problems.push(problem);
    // After the last hook, nothing throws it.
    console.error(problem.message);
  };
  // It belongs to jest, which removes it after the last hook.
  const [listener] = worker.process.listeners('uncaughtException');
  const shared = new SharedServer([], report, {
    entry: 'petstore-mock/jest',
    setupFiles: 'setupFilesAfterEnv',
    option: '',
    outside:
      'Call setupPetstore({ baseUrl }) before the request, for example in a file of setupFilesAfterEnv, and end what sends requests with the last test.',
    isOver: () => listener !== undefined && !worker.process.listeners('uncaughtException').includes(listener),
  });
  worker[PLACE] = { sandbox: globalThis, shared, problems };
  return worker[PLACE];
}

const { shared, problems } = openFile();
// From its import on: a client that is loaded after it keeps the fetch of the fake.
listen();

/** In a file of setupFiles, there are no hooks yet. */
function listen(): void {
  const { afterAll }: Partial<JestGlobals> = globalThis as object;
  if (afterAll === undefined || shared.isListening) return;
  shared.start();
  afterAll(() => shared.refuseOnly());
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
  listen();
  let end = shared.open(petstore, unhandled, problems);
  beforeAll(() => {
    // Another describe may have opened its own since.
    end = shared.open(petstore, unhandled, problems);
  });
  beforeEach(() => shared.refuseKeptClients());
  afterEach(() => {
    petstore.reset();
    throwFirst(problems);
  });
  afterAll(() => {
    end();
    throwFirst(problems);
  });
  return Object.assign(petstore, { server: shared.server });
}

function throwFirst(found: InputError[]): void {
  const [first] = found.splice(0);
  if (first !== undefined) throw first;
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
