import { type SetupServer, setupServer } from 'msw/node';
import { InputError } from '../../src/validation/input-error.js';
import type { Petstore } from '../petstore.js';
import { refuseStrays } from './refuse-strays.js';
import { createTurnstile } from './turnstile.js';
import { unhandledRequests } from './unhandled-requests.js';

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
   * Takes the fake, and the handlers that the test put before it, out of the server. Answers what to complain of: a request of
   * the test went to another address, or was not answered yet.
   */
  leave(): Promise<InputError | undefined>;
}

export function createSharedServer(): SharedServer {
  const guests = new Map<string, { readonly test: string; readonly strays: InputError[] }>();
  const server = setupServer(
    refuseStrays(
      () => [...guests.keys()],
      (stray) => {
        const [guest, ...others] = guests.values();
        // Of tests that run at once, nobody knows whose it was.
        if (guest === undefined || others.length > 0) console.error(stray.message);
        else guest.strays.push(stray);
      },
    ),
  );
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
      const present = guests.get(baseUrl);
      if (present !== undefined) throw sharedAddress(test, present.test, baseUrl);
      const strays: InputError[] = [];
      const turnstile = createTurnstile(petstore);
      guests.set(baseUrl, { test, strays });
      server.use(turnstile.handler, ...petstore.handlers);
      return {
        async leave() {
          const unanswered = await turnstile.settle();
          guests.delete(baseUrl);
          if (guests.size === 0) server.resetHandlers();
          return strays[0] ?? (unanswered.length > 0 ? forgottenAwait(test, unanswered) : undefined);
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

function forgottenAwait(test: string, requests: readonly string[]): InputError {
  const [are, calls] = requests.length === 1 ? ['was', 'call'] : ['were', 'calls'];
  return new InputError(
    `Ending the test “${test}”`,
    `${requests.join(', ')} ${are} still being answered when the test ended`,
    `Write await before the ${calls}, or wait for what the page makes of the answer.`,
  );
}
