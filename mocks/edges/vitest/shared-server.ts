import { getResponse, type HttpHandler, HttpResponse } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { InputError } from '../../../src/json/input-error.js';
import { nextTurn } from '../../delivery/handovers.js';
import type { Petstore } from '../../petstore.js';
import { rejectStrays, respondTo, unhandledRequests } from '../msw/unhandled-requests.js';
import { isServed } from '../strays.js';

interface Registration {
  readonly petstore: Petstore;
  readonly handlers: HttpHandler[];
  readonly test: string;
  readonly strays: InputError[];
}

/** A test that has no fake so far. */
interface Guard {
  readonly test: string;
  /** Returns the fake that the test would have; creates it once, when the first request asks for its address. */
  readonly fake: () => Petstore;
  readonly errors: InputError[];
}

/** One MSW server for many tests: msw has room for one that listens in a process. */
export class SharedServer {
  readonly #registrations = new Map<string, Registration>();
  readonly #guards = new Set<Guard>();
  /** Handlers of the server itself, so that a test may call server.resetHandlers() and keep its fake. */
  readonly #handlers = [
    respondTo(
      ({ url }) => [...this.#registrations.values()].find(({ petstore }) => isServed(new URL(url), petstore)),
      ({ handlers }, request) => getResponse(handlers, request),
    ),
    // Fails requests to a base URL where no fake is.
    respondTo(
      ({ url }) => [...this.#guards].find(({ fake }) => isServed(new URL(url), fake())),
      ({ test, errors }, request) => {
        errors.push(lacksFake(test, request));
        return HttpResponse.error();
      },
    ),
    rejectStrays(
      () => [...this.#registrations.keys()],
      (stray) => this.#report(stray),
      'petstoreOptions: ',
    ),
  ];
  readonly server: SetupServer = setupServer(...this.#handlers);
  #started = 0;

  /** Listens until `stop` was called as often as `start`. */
  start(): void {
    if (this.#started++ === 0) this.server.listen(unhandledRequests());
  }

  stop(): void {
    if (--this.#started === 0) this.server.close();
  }

  /**
   * Registers a test's fake. Throws an InputError while another test has a fake at the same base URL. Returns a function that
   * removes the fake and the test's own handlers, and returns another one to call after the last hook of the test: that returns an
   * error if a request went to another address, or is still pending and was not aborted.
   */
  register(petstore: Petstore, test: string): () => Promise<() => InputError | undefined> {
    const { baseUrl } = petstore;
    const present = this.#registrations.get(baseUrl);
    if (present !== undefined) throw sharedAddress(test, present.test, baseUrl);
    const pending = trackPendingRequests(petstore);
    const strays: InputError[] = [];
    this.#registrations.set(baseUrl, { petstore, handlers: [pending.handler, ...petstore.handlers], test, strays });
    return async () => {
      const unfinished = await pending.settle();
      this.#registrations.delete(baseUrl);
      // Passed explicitly, in case the test has replaced the initial handlers.
      if (this.#registrations.size === 0) this.server.resetHandlers(...this.#handlers);
      return () => strays[0] ?? forgottenAwait(test, unfinished);
    };
  }

  /**
   * Guards the base URL while a test has no fake: requests to it fail instead of reaching a real service. Returns a function that
   * ends this and returns an error if there was such a request.
   */
  guard(test: string, createFake: () => Petstore): () => InputError | undefined {
    let created: Petstore | undefined;
    const fake = () => {
      created ??= createFake();
      return created;
    };
    const guard: Guard = { test, fake, errors: [] };
    this.#guards.add(guard);
    return () => {
      this.#guards.delete(guard);
      return guard.errors[0];
    };
  }

  #report(stray: InputError): void {
    const [registration, ...others] = this.#registrations.values();
    // With several running tests, it is unknown whose it was.
    if (registration === undefined || others.length > 0) console.error(stray.message);
    else registration.strays.push(stray);
  }
}

/** Names no query, which may contain keys. */
function lacksFake(test: string, { method, url }: Request): InputError {
  const { origin, pathname } = new URL(url);
  return new InputError(
    `Sending ${method} ${origin}${pathname} in the test “${test}”`,
    'the test has no fake, and the request would have reached the network',
    'Use the fixture: test(…, async ({ petstore }) => …), or test.beforeEach(({ petstore }) => void petstore) for all tests of the file. ' +
      'A test that is meant to reach the network calls petstoreGuard.lift().',
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
    `Write await before the ${calls}, wait for the page to process the response, or abort ${them} when the page unloads.`,
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
