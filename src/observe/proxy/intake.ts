import { setImmediate } from 'node:timers/promises';
import type { RawExchange } from '../../exchange/exchange.js';
import { bodyBytes, toRawExchange, type WireExchange } from './wire-exchange.js';

/** Decodes exchanges in the background, so that forwarding is not delayed. */
export interface Intake {
  add(exchange: WireExchange): void;
  /** Resolves when every exchange that was added has been handled. */
  settled(): Promise<void>;
  /** How many exchanges found no room. */
  readonly missed: number;
}

interface IntakeOptions {
  readonly origin: string;
  /** Called with each exchange, in the order in which they were added. */
  readonly onRaw: (raw: RawExchange, exchange: WireExchange) => void;
  /** Called with each exchange that finds no room. */
  readonly onMissed?: (exchange: WireExchange) => void;
  readonly onBug: (bug: unknown) => void;
}

/** So many are handled before forwarding gets its turn. */
const MOST_AT_ONCE = 16;

/** Creates an intake. */
export function createIntake({ origin, onRaw, onMissed, onBug }: IntakeOptions): Intake {
  const waiting: WireExchange[] = [];
  const room = new WaitingRoom();
  let missed = 0;
  let working: Promise<void> | undefined;

  const work = async () => {
    while (waiting.length > 0) {
      await setImmediate();
      for (const exchange of waiting.splice(0, MOST_AT_ONCE)) {
        room.leave();
        try {
          onRaw(await toRawExchange(exchange, origin), exchange);
        } catch (bug) {
          onBug(bug);
        }
      }
    }
    working = undefined;
  };

  return {
    add(exchange) {
      if (!room.enter(exchange)) {
        missed += 1;
        onMissed?.(exchange);
        return;
      }
      waiting.push(exchange);
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

/** The maximum number of waiting exchanges, and of the bytes of their bodies. */
const MOST_WAITING = 2_000;
const MOST_WAITING_BYTES = 64 * 2 ** 20;

/** Counts the exchanges that wait, so that they do not fill the memory. First in, first out. */
export class WaitingRoom {
  readonly #sizes: number[] = [];
  #bytes = 0;

  /** How many wait. */
  get size(): number {
    return this.#sizes.length;
  }

  /** Returns whether there was room. */
  enter(exchange: WireExchange): boolean {
    const bytes = bodyBytes(exchange);
    if (this.size >= MOST_WAITING || this.#bytes + bytes > MOST_WAITING_BYTES) return false;
    this.#sizes.push(bytes);
    this.#bytes += bytes;
    return true;
  }

  /** Called when the oldest one no longer waits. */
  leave(): void {
    this.#bytes -= this.#sizes.shift() ?? 0;
  }
}

/** The parts of an exchange that show which texts are secrets. */
export interface WireHead extends Pick<WireExchange, 'target' | 'requestHeaders'> {
  readonly response: Pick<NonNullable<WireExchange['response']>, 'headers'> | undefined;
}

/** Returns an exchange without its bodies. */
export function headOf({ target, requestHeaders, response }: WireExchange): WireHead {
  return { target, requestHeaders, response: response && { headers: response.headers } };
}
