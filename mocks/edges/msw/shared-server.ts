import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpHandler } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { InputError } from '../../../src/json/input-error.js';
import { nextTurn } from '../../delivery/handovers.js';
import type { Petstore } from '../../petstore.js';
import { findStray, isServed } from '../strays.js';
import { skipPreflights } from './happy-dom.js';
import { refuseKeptClients, replacesFetch } from './kept-clients.js';
import { HttpResponse } from './msw.js';
import { howToLetPass, respondTo, type UnhandledRequests, warnIf } from './unhandled-requests.js';

interface Registration {
  readonly petstore: Petstore;
  readonly handlers: readonly HttpHandler[];
  readonly test: string;
  /** What its requests did that the test has to know of. */
  readonly errors: InputError[];
  /** That of a concurrent test; undefined for any other one. */
  readonly scope: object | undefined;
  readonly unhandled?: UnhandledRequests;
}

/** The fake of tests, through the MSW server of their file. */
export interface TestPetstore extends Petstore {
  /** MSW's server: `server.use(…)` adds your handlers before the fake's, until the fake ends. */
  readonly server: SetupServer;
}

/** A test that runs. */
interface Guard {
  readonly test: string;
  /** Returns the fake that the test would have; creates it once, when the first request asks for its address. */
  readonly fake: () => Petstore;
  readonly errors: InputError[];
  readonly unhandled: UnhandledRequests;
  readonly scope: object | undefined;
  /** It has a fake, or is meant to reach the network. */
  isLifted: boolean;
}

type Sent = Pick<Request, 'method' | 'url'>;

/** What depends on the test runner: the words of errors, and whether its file is over. */
export interface Runner {
  /** The entry of the package. */
  readonly entry: string;
  /** The setting that lists files to load before a test file. */
  readonly setupFiles: string;
  /** The option that contains `baseUrl`. */
  readonly option: string;
  /** Where a request was sent that belongs to no known test. */
  readonly nowhere: string;
  /** What to do about a request that is sent while there is no fake. */
  readonly outside: string;
  /** Returns whether the last hook of the file has run: then, requests are none of its business. */
  isOver(): boolean;
}

const vitestRunner: Runner = {
  entry: 'petstore-mock/vitest',
  setupFiles: 'setupFiles',
  option: 'petstoreOptions: ',
  nowhere: 'outside of a test',
  outside:
    "A test has a fake if its test is that of petstore-mock/vitest and it names petstore: import { expect, test } from 'petstore-mock/vitest'. Send it in such a test or in test.beforeEach(({ petstore }) => …), and end what sends requests with the test. If another service was meant, name the fake's address in vitest's configuration: provide: { petstoreOptions: { baseUrl: … } }.",
  isOver: () => false,
};

/** One MSW server for many tests: msw has room for one that listens in a process. */
export class SharedServer {
  readonly #registrations = new Set<Registration>();
  readonly #guards = new Set<Guard>();
  /** Of each concurrent test its own. */
  readonly #scopes = new AsyncLocalStorage<object>();
  /** Base URLs of fakes of this file: between its tests, requests to them fail. */
  readonly #homes = new Set<string>();
  readonly #raise: (problem: InputError) => void;
  readonly #runner: Runner;
  /** What msw is handling: a handler may pass it on to the network. */
  readonly #inMsw = new Set<string>();
  /** Handlers of the server itself, so that a test may call server.resetHandlers() and keep its fake. */
  readonly #handlers = [
    respondTo(
      (request) =>
        this.#fakeFor(request) ??
        this.#problemOf(request, (sent, where) => lacksFake(sent, where, this.#runner)) ??
        (this.#unhandled() === 'error' ? () => console.error(mustNotPass(request).message) : undefined),
      async (found, request) => {
        if (typeof found === 'function') {
          found();
          return HttpResponse.error();
        }
        for (const handler of found.handlers) {
          const result = await handler.run({ request, requestId: '' });
          if (result?.response) return result.response;
        }
        return undefined;
      },
    ),
  ];
  readonly server: SetupServer = setupServer(...this.#handlers);
  #started = 0;
  #endRefusing = () => {};

  /** `homes`: base URLs that are known before any test; `raise` reports what no test is to blame for. */
  constructor(
    homes: readonly string[] = [],
    raise: (problem: InputError) => void = rejectNobody,
    runner = vitestRunner,
  ) {
    for (const home of homes) this.#homes.add(home);
    this.#raise = raise;
    this.#runner = runner;
    this.server.events.on('request:start', ({ request }) => void this.#inMsw.add(nameOf(request)));
    this.server.events.on('response:mocked', ({ request }) => void this.#inMsw.delete(nameOf(request)));
    this.server.events.on('response:bypass', ({ request }) => void this.#inMsw.delete(nameOf(request)));
  }

  get isListening(): boolean {
    return this.#started > 0;
  }

  /** Listens until `stop` was called as often as `start`. */
  start(): void {
    if (this.#started++ > 0) return;
    skipPreflights();
    this.server.listen(warnIf(() => this.#unhandled() === 'warn'));
    this.refuseKeptClients();
  }

  stop(): void {
    if (--this.#started > 0) return;
    this.server.close();
    this.endRefusing();
  }

  /** Stops, and refuses requests to the fakes that were here until `endRefusing` is called. */
  refuseOnly(): void {
    this.#started = 0;
    this.#registrations.clear();
    this.server.close();
    this.refuseKeptClients();
  }

  /** Modules that import functions of node:http by name have the original ones again. */
  endRefusing(): void {
    this.#endRefusing();
  }

  /** Runs a concurrent test so that its requests reach its own fake, and its `server.use` is its own. Not with msw 3: its sockets are of no test. */
  runApart<Result>(run: () => Result): Result {
    if (!replacesFetch()) return run();
    return this.#scopes.run({}, this.server.boundary(run));
  }

  /**
   * Registers a test's fake. Throws an InputError while another test that cannot be told apart has a fake at the same base URL. Returns
   * a function that removes the fake and the test's own handlers, and returns another one to call after the last hook of the test: that
   * returns an error if a request went to another address, or is still pending and was not aborted.
   */
  register(petstore: Petstore, test: string): () => Promise<() => InputError | undefined> {
    const { baseUrl } = petstore;
    const scope = this.#scopes.getStore();
    const present = [...this.#registrations].find(
      (each) => each.petstore.baseUrl === baseUrl && (each.scope === undefined || scope === undefined),
    );
    if (present !== undefined) throw sharedAddress(test, present.test, baseUrl);
    const pending = trackPendingRequests(petstore);
    const handlers = [pending.handler, ...petstore.handlers];
    const errors: InputError[] = [];
    const remove = this.#add({ petstore, handlers, test, errors, scope });
    return async () => {
      const unfinished = await pending.settle();
      remove();
      return () => errors[0] ?? forgottenAwait(test, unfinished);
    };
  }

  /**
   * Lets a fake respond for the tests of a file, in the place of any other one with its base URL. Adds to `errors` what its requests do
   * wrong. Returns a function that ends it: from then on, requests to it fail.
   */
  open(petstore: Petstore, unhandled: UnhandledRequests, errors: InputError[]): () => void {
    for (const each of this.#registrations) {
      if (each.petstore.baseUrl === petstore.baseUrl) this.#registrations.delete(each);
    }
    const { handlers } = petstore;
    return this.#add({ petstore, handlers, test: 'of this file', errors, scope: undefined, unhandled });
  }

  /** Returns how to remove it, and what was added with `server.use`. */
  #add(registration: Registration): () => void {
    this.#homes.add(registration.petstore.baseUrl);
    this.#registrations.add(registration);
    return () => {
      this.#registrations.delete(registration);
      // Passed explicitly, in case the test has replaced the initial handlers.
      if (this.#registrations.size === 0) this.server.resetHandlers(...this.#handlers);
    };
  }

  /**
   * Guards the base URL while a test has no fake: requests to it fail instead of reaching a real service. Returns how to lift the guard,
   * and how to end it with the test, which returns an error if there was such a request.
   */
  guard(test: string, createFake: () => Petstore, unhandled: UnhandledRequests = 'warn') {
    let created: Petstore | undefined;
    const fake = () => {
      created ??= createFake();
      return created;
    };
    const guard: Guard = { test, fake, errors: [], unhandled, scope: this.#scopes.getStore(), isLifted: false };
    this.#guards.add(guard);
    this.refuseKeptClients();
    return {
      lift: () => {
        guard.isLifted = true;
      },
      end: () => {
        this.#guards.delete(guard);
        return guard.errors[0];
      },
    };
  }

  #unhandled(): UnhandledRequests {
    return [...this.#guards, ...this.#registrations][0]?.unhandled ?? 'bypass';
  }

  #fakeFor({ url }: Sent): Registration | undefined {
    const found = [...this.#registrations].filter(({ petstore }) => isServed(new URL(url), petstore));
    const scope = this.#scopes.getStore();
    // A request of a concurrent test that has no fake, or is over, belongs to none of the others.
    const isForeign = scope !== undefined && found[0]?.scope !== undefined;
    return found.length === 1 && !isForeign ? found[0] : found.find((each) => each.scope === scope);
  }

  /**
   * Returns how to report a request that was meant for a fake and has none to respond to it; undefined for any other request.
   * `problemOf` says what is wrong with it in a test, or outside of one.
   */
  #problemOf(request: Sent, problemOf: (request: Sent, where: Where) => InputError): (() => void) | undefined {
    const url = new URL(request.url);
    const there = [...this.#registrations].filter(({ petstore }) => isServed(url, petstore));
    const guarded = [...this.#guards].filter((guard) => !guard.isLifted && isServed(url, guard.fake()));
    const scope = this.#scopes.getStore();
    const mayBeOf = (each: Registration | Guard) => !scope || !each.scope || each.scope === scope;
    const sharing = there.filter(mayBeOf);
    const tests = [...sharing, ...guarded.filter(mayBeOf)];
    if (there.length + guarded.length > 0) {
      const { length } = sharing;
      return () => {
        if (tests.length === 0) this.#raise(problemOf(request, { test: undefined, sharing: 0 }));
        for (const { test, errors } of tests) errors.push(problemOf(request, { test, sharing: length }));
      };
    }
    if (this.#guards.size > 0 || this.#registrations.size > 0) return this.#strayOf(request);
    const isKnown = [...this.#homes].some((baseUrl) => isServed(url, { baseUrl }));
    // Until a test has named its address, whatever looks like an operation may be meant.
    const isMeant = isKnown || (this.#homes.size === 0 && findStray(request, []) !== undefined);
    return isMeant ? () => this.#raise(problemOf(request, { test: undefined, sharing: 0 })) : undefined;
  }

  /** Reports a request that looks like an operation, but went to another address. */
  #strayOf(request: Sent): (() => void) | undefined {
    const homes = [...this.#registrations].map(({ petstore }) => petstore.baseUrl);
    if (homes.length === 0) return undefined;
    const stray = findStray(request, homes, { option: this.#runner.option, orElse: howToLetPass(request) });
    if (stray === undefined) return undefined;
    const [registration, ...others] = this.#registrations;
    // With several running tests, it is unknown whose it was.
    const isKnown = registration !== undefined && others.length === 0;
    return () => (isKnown ? void registration.errors.push(stray) : console.error(stray.message));
  }

  /** Call it before each test: a module may have loaded a client since. */
  refuseKeptClients(): void {
    this.#endRefusing();
    this.#endRefusing = refuseKeptClients((method, url) => {
      if (this.#runner.isOver() || this.#inMsw.has(`${method} ${url}`)) return undefined;
      const sent = { method, url };
      let problem: InputError | undefined;
      const report = this.#problemOf(sent, (_, where) => {
        problem = this.#started > 0 ? isKept(sent, this.#runner) : lacksFake(sent, where, this.#runner);
        return problem;
      });
      report?.();
      return problem;
    }, this.isListening);
  }
}

/** Where a request was sent: in a test, or outside of one; `sharing` counts the tests that have a fake at its address. */
interface Where {
  readonly test: string | undefined;
  readonly sharing: number;
}

const nameOf = ({ method, url }: Sent) => `${method} ${url}`;

/** Vitest fails a run in which a rejection is handled by nobody. */
function rejectNobody(problem: InputError): void {
  Promise.reject(Object.assign(problem, { stack: String(problem) }));
}

/** Names no query, which may contain keys. */
function attemptOf({ method, url }: Sent): string {
  const { origin, pathname } = new URL(url);
  return `Sending ${method} ${origin}${pathname}`;
}

function lacksFake(request: Sent, { test, sharing }: Where, { nowhere, outside }: Runner): InputError {
  const attempted = `${attemptOf(request)} ${test === undefined ? nowhere : `in the test “${test}”`}`;
  if (sharing > 0) {
    const remedy = 'Create the client in the test, remove test.concurrent, or give each test another base URL.';
    return new InputError(
      attempted,
      `${sharing} concurrent tests have a fake there, and the request is from none of them`,
      remedy,
    );
  }
  if (test !== undefined) {
    return new InputError(
      attempted,
      'the test has no fake, and the request would have reached the network',
      'Use the fixture: test(…, async ({ petstore }) => …), or test.beforeEach(({ petstore }) => void petstore) for all tests of the file. A test that is meant to reach the network calls petstoreGuard.lift().',
    );
  }
  return new InputError(attempted, 'there is no fake, and the request would have reached the network', outside);
}

function mustNotPass(request: Sent): InputError {
  return new InputError(
    attemptOf(request),
    "no handler responds to it, and unhandled is 'error'",
    `Add a handler with server.use${howToLetPass(request)}.`,
  );
}

function isKept(request: Sent, { entry, setupFiles }: Runner): InputError {
  return new InputError(
    attemptOf(request),
    'the client does not use the fetch or http.request of the fake: it kept the original one, or is undici',
    `Import ${entry} before the client, for example in a file of ${setupFiles}, or let the client call globalThis.fetch.`,
  );
}

function sharedAddress(test: string, other: string, baseUrl: string): InputError {
  return new InputError(
    `Opening a fake for the test “${test}”`,
    `the test “${other}” runs at the same time with a fake at ${baseUrl}`,
    'Remove test.concurrent, or give one of them another base URL: ' +
      "test.extend({ petstoreOptions: { baseUrl: 'https://other.example.test/v1' } }).",
  );
}

function forgottenAwait(test: string, unfinished: readonly Request[]): InputError | undefined {
  const forgotten = unfinished.filter(({ signal }) => !signal.aborted);
  if (forgotten.length === 0) return undefined;
  const [are, calls, them] = forgotten.length === 1 ? ['was', 'call', 'it'] : ['were', 'calls', 'them'];
  return new InputError(
    `Ending the test “${test}”`,
    `${forgotten.map(({ method, url }) => `${method} ${new URL(url).pathname}`).join(', ')} ${are} still pending when the test ended`,
    `Write await before the ${calls}, wait until your code has processed the response, or abort ${them} before the test ends.`,
  );
}

/** A request that was sent at the end of a test is seen a few turns later: msw 3 reads it from a socket. */
const TURNS_UNTIL_SEEN = 5;

/**
 * Tracks the requests of one fake. Each waits for a turn of the event loop, as on any network: one that is not awaited is still
 * pending when its test ends, however fast the fake is.
 */
function trackPendingRequests(petstore: Petstore) {
  const waiting = new Set<Request>();
  const late: Request[] = [];
  let isEnding = false;

  const handler = respondTo(
    ({ url }) => isServed(new URL(url), petstore) || undefined,
    async (_, request) => {
      waiting.add(request);
      if (isEnding) late.push(request);
      await nextTurn();
      waiting.delete(request);
      return undefined;
    },
  );

  return {
    /** Comes before the fake's handlers and responds to nothing. */
    handler,
    /** Returns the requests that are pending when a test ends. */
    async settle(): Promise<readonly Request[]> {
      isEnding = true;
      const unfinished = [...waiting];
      for (let turn = 0; turn < TURNS_UNTIL_SEEN; turn++) await nextTurn();
      return [...unfinished, ...late];
    },
  };
}
