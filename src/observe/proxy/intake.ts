import { setImmediate } from 'node:timers/promises';
import type { RawExchange } from '../../exchange/exchange.js';
import { hideInHeaders, hideInRequest } from '../../exchange/hide-secrets.js';
import type { Redactor } from '../../exchange/redactor.js';
import { headerPairs } from './forwarded-headers.js';
import { bodyBytes, toRawExchange, urlOf, type WireExchange } from './wire-exchange.js';

/** Takes in what has passed, once it is out of the way of what is passing. */
export interface Intake {
  add(passed: WireExchange): void;
  /** Settles when all that was added has been taken in. */
  settled(): Promise<void>;
  /** How many were not taken in, for want of room. */
  readonly missed: number;
}

interface IntakeOptions {
  readonly origin: string;
  /** Is handed each exchange, in the order in which they were added. */
  readonly onLive: (live: RawExchange, passed: WireExchange) => void;
  /** Is handed what there is no room for. */
  readonly onMissed?: (passed: WireExchange) => void;
  readonly onBug: (bug: unknown) => void;
}

/** So many are taken in before what is on its way gets its turn again. */
const MOST_AT_ONCE = 16;

/** Creates an intake that has its turn whenever nothing is on its way, a few at a time. */
export function createIntake({ origin, onLive, onMissed, onBug }: IntakeOptions): Intake {
  const waiting: WireExchange[] = [];
  const room = createWaitingRoom();
  let missed = 0;
  let working: Promise<void> | undefined;

  const work = async () => {
    while (waiting.length > 0) {
      // What is on its way goes first.
      await setImmediate();
      const batch = waiting.splice(0, MOST_AT_ONCE);
      for (const passed of batch) {
        room.leave();
        try {
          onLive(await toRawExchange(passed, origin), passed);
        } catch (bug) {
          onBug(bug);
        }
      }
    }
    working = undefined;
  };

  return {
    add(passed) {
      if (!room.enter(passed)) {
        missed += 1;
        onMissed?.(passed);
        return;
      }
      waiting.push(passed);
      working ??= work();
    },
    async settled() {
      await working;
    },
    get missed() {
      return missed;
    },
  };
}

/** As many may wait at once, with so many bytes of bodies. */
const MOST_WAITING = 2_000;
const MOST_WAITING_BYTES = 64 * 2 ** 20;

/** Keeps count of what waits to be taken in, so that no traffic fills the memory. First come, first gone. */
export interface WaitingRoom {
  /** Returns whether there was room. */
  enter(passed: WireExchange): boolean;
  leave(): void;
}

/** Creates an empty one. */
export function createWaitingRoom(): WaitingRoom {
  const sizes: number[] = [];
  let bytes = 0;
  return {
    enter(passed) {
      const size = bodyBytes(passed);
      if (sizes.length >= MOST_WAITING || bytes + size > MOST_WAITING_BYTES) return false;
      sizes.push(size);
      bytes += size;
      return true;
    },
    leave() {
      bytes -= sizes.shift() ?? 0;
    },
  };
}

/** What of an exchange can tell a secret. */
export interface WireHead extends Pick<WireExchange, 'target' | 'requestHeaders'> {
  readonly response: Pick<NonNullable<WireExchange['response']>, 'headers'> | undefined;
}

/** Returns what is left of an exchange once its bodies are let go. */
export function headOf({ target, requestHeaders, response }: WireExchange): WireHead {
  return { target, requestHeaders, response: response && { headers: response.headers } };
}

/** Gets to know the secrets of an exchange that nobody records: it may stand in one that was recorded. */
export function learnSecrets({ target, requestHeaders, response }: WireHead, origin: string, redactor: Redactor): void {
  hideInRequest(urlOf(target, origin), headerPairs(requestHeaders), redactor);
  if (response !== undefined) hideInHeaders(headerPairs(response.headers), redactor);
}
