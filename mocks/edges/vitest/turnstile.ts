import { type HttpHandler, http } from 'msw';
import { nextTurn } from '../../delivery/next-turn.js';
import type { Petstore } from '../../petstore.js';
import { isServed } from '../is-served.js';

/** A request that was sent in a test's last moment is seen a turn later, or two: msw 3 hears of it from a socket. */
const TURNS_UNTIL_SEEN = 5;

/** Counts the requests that enter a fake, so that one which outlives its test is found out. */
export interface Turnstile {
  /** Comes before the fake's handlers and leaves every answer to them. */
  readonly handler: HttpHandler;
  /** To be called when a test ends. Answers the requests that were not answered by then, once they are. */
  settle(): Promise<readonly Request[]>;
}

/**
 * Makes a turnstile for one fake. Each request waits there for a turn of the event loop, as on any network: one that nobody
 * awaits is still there when its test ends, however quick the fake is.
 */
export function createTurnstile(petstore: Petstore): Turnstile {
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
