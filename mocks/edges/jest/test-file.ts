import { runInThisContext } from 'node:vm';
import type { InputError } from '../../../src/json/input-error.js';
import { requireMsw } from '../installed-peers.js';
import { SharedServer } from '../msw/shared-server.js';

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
    // jest does not say which test runs: there may be one.
    nowhere: 'where no fake is',
    outside:
      'Call setupPetstore({ baseUrl }) before the request, for example in a file of setupFilesAfterEnv, and end what sends requests with the last test.',
    isOver: () => listener !== undefined && !worker.process.listeners('uncaughtException').includes(listener),
  });
  worker[PLACE] = { sandbox: globalThis, shared, problems };
  return worker[PLACE];
}

/** The test file that runs. */
export const { shared, problems } = openFile();
// From its import on: a client that is loaded after it keeps the fetch of the fake.
listenToLastHook();

/** Does nothing in a file of setupFiles: there are no hooks yet. */
export function listenToLastHook(): void {
  const { beforeEach, afterEach, afterAll }: Hooks = globalThis as object;
  if (!(beforeEach && afterEach && afterAll) || shared.isListening) return;
  shared.start();
  // What a test adds with server.use ends with it; what a module or beforeAll has added stays.
  let handlers: ReturnType<typeof shared.server.listHandlers> = [];
  beforeEach(() => {
    handlers = shared.server.listHandlers();
  });
  afterEach(() => shared.server.resetHandlers(...handlers));
  // For each test of the file, also outside of the describe that has the fake.
  afterEach(throwFirstProblem);
  afterAll(() => shared.refuseOnly());
}

interface Hooks {
  readonly beforeEach?: (hook: () => void) => void;
  readonly afterEach?: (hook: () => void) => void;
  readonly afterAll?: (hook: () => void) => void;
}

/** Fails the test or the hook that calls it if something was wrong with a request since the last call. */
export function throwFirstProblem(): void {
  const [first] = problems.splice(0);
  if (first !== undefined) throw first;
}
