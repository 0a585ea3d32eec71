import { createStore, type Readable } from '../store';
import { readRetryAfterMs } from './read-headers';

/** A pause that the service asked for. */
export interface Wait {
  readonly untilMs: number;
  /** How often in a row it was asked for. */
  readonly refusals: number;
}

export interface RateGate {
  /** The pause that is on; undefined while requests may be sent. */
  readonly wait: Readable<Wait | undefined>;
  /** Sends a request as soon as that is allowed, and again after every 429. Answers the first response that is none. */
  pass(send: () => Promise<Response>): Promise<Response>;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_OWN_WAIT_MS = 15 * 60_000;

/**
 * The one gate that all requests go through. A 429 closes it: nothing is sent until Retry-After has passed. Then the refused
 * request alone finds out whether that was enough. Each further refusal at least doubles the wait; the others follow once one got through.
 */
export function createRateGate(): RateGate {
  const wait = createStore<Wait | undefined>(undefined);
  let reopened: Promise<void> | undefined;

  async function sendUntilAllowed(send: () => Promise<Response>, refused: Response): Promise<Response> {
    let response = refused;
    let waitMs = FIRST_WAIT_MS / 2;
    for (let refusals = 1; response.status === 429; refusals += 1) {
      void response.body?.cancel();
      const ownWaitMs = Math.min(2 * waitMs, LONGEST_OWN_WAIT_MS);
      waitMs = Math.max(ownWaitMs, readRetryAfterMs(response.headers, Date.now()) ?? 0);
      wait.set({ untilMs: Date.now() + waitMs, refusals });
      await sleepUntil(Date.now() + waitMs);
      response = await send();
    }
    return response;
  }

  return {
    wait,
    async pass(send) {
      for (;;) {
        while (reopened !== undefined) await reopened;
        const response = await send();
        if (response.status !== 429) return response;
        // It was under way when another request was refused: that one waits for all.
        if (reopened !== undefined) continue;
        let reopen = () => {};
        reopened = new Promise((resolve) => {
          reopen = resolve;
        });
        try {
          return await sendUntilAllowed(send, response);
        } finally {
          reopened = undefined;
          wait.set(undefined);
          reopen();
        }
      }
    },
  };
}

/** Looks at the clock every second: timers stand still while a computer sleeps. */
async function sleepUntil(momentMs: number): Promise<void> {
  for (let leftMs = momentMs - Date.now(); leftMs > 0; leftMs = momentMs - Date.now()) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(leftMs, 1000)));
  }
}
