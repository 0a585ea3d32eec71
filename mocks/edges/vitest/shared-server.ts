import { getResponse, type HttpHandler, http } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { InputError } from '../../../src/spec/validation/input-error.js';
import { nextTurn } from '../../delivery/handovers.js';
import type { Petstore } from '../../petstore.js';
import { rejectStrays, unhandledRequests } from '../msw/unhandled-requests.js';
import { isServed } from '../strays.js';

/** One MSW server for many tests: msw has room for one that listens in a process. */
export interface SharedServer {
  readonly server: SetupServer;
  /** Listens until `stop` was called as often as `start`. */
  start(): void;
  stop(): void;
  /** Registers a test's fake. Throws an InputError while another test has a fake at the same base URL. */
  register(petstore: Petstore, test: string): ActiveFake;
}

/** The fake of a running test. */
interface ActiveFake {
  /**
   * Removes the fake and the test's own handlers from the server. Returns a function to call after the last hook of the test:
   * it returns an error if a request went to another address, or is still pending and was not aborted.
   */
  unregister(): Promise<() => InputError | undefined>;
}

/** A registered fake and its test. */
interface Registration {
  readonly petstore: Petstore;
  readonly handlers: HttpHandler[];
  readonly test: string;
  readonly strays: InputError[];
}

export function createSharedServer(): SharedServer {
  const registrations = new Map<string, Registration>();
  const hostOf = ({ url }: Request) =>
    [...registrations.values()].find(({ petstore }) => isServed(new URL(url), petstore));
  // A handler of the server itself, so that a test may call server.resetHandlers() and keep its fake.
  const fakes = http.all(
    ({ request }) => hostOf(request) !== undefined,
    ({ request }) => getResponse(hostOf(request)?.handlers ?? [], request),
  );
  const strays = rejectStrays(
    () => [...registrations.keys()],
    (stray) => {
      const [registration, ...others] = registrations.values();
      // With several running tests, it is unknown whose it was.
      if (registration === undefined || others.length > 0) console.error(stray.message);
      else registration.strays.push(stray);
    },
    'petstoreOptions: ',
  );
  const server = setupServer(fakes, strays);
  let started = 0;

  return {
    server,
    start() {
      if (started === 0) server.listen(unhandledRequests());
      started++;
    },
    stop() {
      started--;
      if (started === 0) server.close();
    },
    register(petstore, test) {
      const { baseUrl } = petstore;
      const present = registrations.get(baseUrl);
      if (present !== undefined) throw sharedAddress(test, present.test, baseUrl);
      const pending = trackPendingRequests(petstore);
      const registration: Registration = {
        petstore,
        handlers: [pending.handler, ...petstore.handlers],
        test,
        strays: [],
      };
      registrations.set(baseUrl, registration);
      return {
        async unregister() {
          const unfinished = await pending.settle();
          registrations.delete(baseUrl);
          // Passed explicitly, in case the test has replaced the initial handlers.
          if (registrations.size === 0) server.resetHandlers(fakes, strays);
          return () => registration.strays[0] ?? forgottenAwait(test, unfinished);
        },
      };
    },
  };
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
    `${forgotten.map(describeRequest).join(', ')} ${are} still pending when the test ended`,
    `Write await before the ${calls}, wait for the page to process the response, or abort ${them} when the page unloads.`,
  );
}

function describeRequest({ method, url }: Request): string {
  return `${method} ${new URL(url).pathname}`;
}

/** A request that was sent at the end of a test is seen a few turns later: msw 3 reads it from a socket. */
const TURNS_UNTIL_SEEN = 5;

/** Tracks the requests of a fake, to detect one that outlives its test. */
interface PendingRequests {
  /** Comes before the fake's handlers and responds to nothing. */
  readonly handler: HttpHandler;
  /** Call when a test ends. Returns the requests that were pending at that time. */
  settle(): Promise<readonly Request[]>;
}

/**
 * Tracks the requests of one fake. Each waits for a turn of the event loop, as on any network: one that is not awaited is still
 * pending when its test ends, however fast the fake is.
 */
function trackPendingRequests(petstore: Petstore): PendingRequests {
  const waiting = new Set<Request>();
  const late: Request[] = [];
  let isEnding = false;

  const handler = http.all(
    ({ request }) => isServed(new URL(request.url), petstore),
    async ({ request }) => {
      waiting.add(request);
      if (isEnding) late.push(request);
      await nextTurn();
      waiting.delete(request);
    },
  );

  return {
    handler,
    async settle() {
      isEnding = true;
      const unfinished = [...waiting];
      for (let turn = 0; turn < TURNS_UNTIL_SEEN; turn++) await nextTurn();
      return [...unfinished, ...late];
    },
  };
}
