import { setImmediate } from 'node:timers/promises';
import { bytesOfRaw } from '../../exchange/exchange-log.js';
import { decodeExchange, type WireExchange } from './wire-exchange.js';

/** So many are handled before forwarding gets its turn. */
const MOST_AT_ONCE = 16;

/** Decodes exchanges in the background, so that forwarding is not delayed. */
export class Intake {
  readonly #onDecoded: (exchange: WireExchange) => void;
  readonly #onBug: (bug: unknown) => void;
  readonly #waiting: WireExchange[] = [];
  readonly #room = new WaitingRoom();
  #working: Promise<void> | undefined;

  /** `onDecoded` is called with each exchange, in the order in which they were added. */
  constructor(onDecoded: (exchange: WireExchange) => void, onBug: (bug: unknown) => void) {
    this.#onDecoded = onDecoded;
    this.#onBug = onBug;
  }

  /** Returns whether there was room. */
  add(exchange: WireExchange): boolean {
    if (!this.#room.enter(exchange)) return false;
    this.#waiting.push(exchange);
    this.#working ??= this.#work();
    return true;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#room.size;
  }

  /** Resolves when every exchange that was added has been handled. */
  async settled(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await setImmediate();
      for (const exchange of this.#waiting.splice(0, MOST_AT_ONCE)) {
        this.#room.leave();
        try {
          this.#onDecoded(await decodeExchange(exchange));
        } catch (bug) {
          this.#onBug(bug);
        }
      }
    }
    this.#working = undefined;
  }
}

/** The maximum number of waiting exchanges, and of the bytes of their heads and bodies. */
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
    const bytes = bytesOfRaw(exchange);
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
