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
  /** Listens until every holder has let go. */
  hold(): void;
  letGo(): void;
  /** Lets a test's fake answer. Throws an InputError while another test has a fake at the same base URL. */
  admit(petstore: Petstore, test: string): Guest;
}

/** The fake of a test that runs. */
interface Guest {
  /**
   * Takes the fake, and the handlers that the test put before it, out of the server. Answers what to ask, once the last hook
   * of the test has run, for what to complain of: a request of the test went to another address, or was not answered yet and
   * nobody has aborted it since.
   */
  leave(): Promise<() => InputError | undefined>;
}

/** A fake that answers now, and whose test it is. */
interface Resident {
  readonly petstore: Petstore;
  readonly handlers: HttpHandler[];
  readonly test: string;
  readonly strays: InputError[];
}

export function createSharedServer(): SharedServer {
  const residents = new Map<string, Resident>();
  const hostOf = ({ url }: Request) => [...residents.values()].find(({ petstore }) => isServed(new URL(url), petstore));
  // A handler of the server itself, so that a test may call server.resetHandlers() and keep its fake.
  const fakes = http.all(
    ({ request }) => hostOf(request) !== undefined,
    ({ request }) => getResponse(hostOf(request)?.handlers ?? [], request),
  );
  const strays = rejectStrays(
    () => [...residents.keys()],
    (stray) => {
      const [resident, ...others] = residents.values();
      // Of tests that run at once, nobody knows whose it was.
      if (resident === undefined || others.length > 0) console.error(stray.message);
      else resident.strays.push(stray);
    },
    'petstoreOptions: ',
  );
  const server = setupServer(fakes, strays);
  let holders = 0;

  return {
    server,
    hold() {
      if (holders === 0) server.listen(unhandledRequests());
      holders++;
    },
    letGo() {
      holders--;
      if (holders === 0) server.close();
    },
    admit(petstore, test) {
      const { baseUrl } = petstore;
      const present = residents.get(baseUrl);
      if (present !== undefined) throw sharedAddress(test, present.test, baseUrl);
      const turnstile = trackPendingRequests(petstore);
      const resident: Resident = { petstore, handlers: [turnstile.handler, ...petstore.handlers], test, strays: [] };
      residents.set(baseUrl, resident);
      return {
        async leave() {
          const unanswered = await turnstile.settle();
          residents.delete(baseUrl);
          // Named, in case the test has put others in their place for good.
          if (residents.size === 0) server.resetHandlers(fakes, strays);
          return () => resident.strays[0] ?? forgottenAwait(test, unanswered);
        },
      };
    },
  };
}

function sharedAddress(test: string, other: string, baseUrl: string): InputError {
  return new InputError(
    `Opening a fake for the test “${test}”`,
    `the test “${other}” runs at the same time and has one at ${baseUrl}`,
    'Take test.concurrent away, or give one of them a base URL of its own: ' +
      "test.extend({ petstoreOptions: { baseUrl: 'https://other.example.test/v1' } }).",
  );
}

function forgottenAwait(test: string, unanswered: readonly Request[]): InputError | undefined {
  const forgotten = unanswered.filter(({ signal }) => !signal.aborted);
  if (forgotten.length === 0) return undefined;
  const [are, calls, them] = forgotten.length === 1 ? ['was', 'call', 'it'] : ['were', 'calls', 'them'];
  return new InputError(
    `Ending the test “${test}”`,
    `${forgotten.map(describeRequest).join(', ')} ${are} still being answered when the test ended`,
    `Write await before the ${calls}, wait for what the page makes of the answer, or abort ${them} when the page is left.`,
  );
}

function describeRequest({ method, url }: Request): string {
  return `${method} ${new URL(url).pathname}`;
}

/** A request that was sent in a test's last moment is seen a turn later, or two: msw 3 hears of it from a socket. */
const TURNS_UNTIL_SEEN = 5;

/** Counts the requests that enter a fake, so that one which outlives its test is found out. */
interface PendingRequests {
  /** Comes before the fake's handlers and leaves every answer to them. */
  readonly handler: HttpHandler;
  /** To be called when a test ends. Answers the requests that were not answered by then, once they are. */
  settle(): Promise<readonly Request[]>;
}

/**
 * Creates a turnstile for one fake. Each request waits there for a turn of the event loop, as on any network: one that nobody
 * awaits is still there when its test ends, however quick the fake is.
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
      const unanswered = [...waiting];
      for (let turn = 0; turn < TURNS_UNTIL_SEEN; turn++) await nextTurn();
      return [...unanswered, ...late];
    },
  };
}
