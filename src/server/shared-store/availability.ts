import type { ServerLog } from '../responder.js';

/** The store cannot order an input. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
  /** Whether the input may have been ordered, or may yet be. */
  readonly isUncertain: boolean;

  constructor(isUncertain: boolean) {
    super(isUncertain ? 'The store did not confirm in time' : 'The store is away');
    this.isUncertain = isUncertain;
  }
}

const TICK_MS = 250;
/** A store that sent nothing for so many ticks is away. A ready one responds at least twice a second. */
const SILENT_TICKS = 6;
/** A server that joins gives up after so many. */
const JOINING_TICKS = 20;

/** Whether the store responds, for everybody on this server who waits for it. */
export class Availability {
  readonly #log: ServerLog;
  readonly #onAway: () => void;
  #state: 'joining' | 'ready' | 'away' | 'emptied' | 'closed' = 'joining';
  /** Since the last reply to the reader. */
  #silentTicks = 0;
  /** Rejects what waits for the store. */
  readonly #giveUp = new Set<() => void>();
  #join = () => {};
  readonly joined = new Promise<void>((resolve) => {
    this.#join = resolve;
  });
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref();

  constructor(log: ServerLog, onAway: () => void) {
    this.#log = log;
    this.#onAway = onAway;
  }

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  get isAway(): boolean {
    return this.#state === 'away';
  }

  join(): void {
    this.#state = 'ready';
    this.#join();
  }

  #tick(): void {
    this.#silentTicks++;
    if (this.#state === 'joining' && this.#silentTicks >= JOINING_TICKS) this.#endWaiting();
    if (this.#silentTicks >= SILENT_TICKS) this.becomeAway('The store does not respond.');
  }

  close(): void {
    this.#state = 'closed';
    clearInterval(this.#timer);
    this.#join();
    this.#endWaiting();
  }

  /** To be called for each reply to the reader. */
  hear(): void {
    this.#silentTicks = 0;
  }

  becomeAway(why: string): void {
    if (this.#state !== 'ready') return;
    this.#state = 'away';
    this.#endWaiting();
    this.#log.note?.(`${why} Requests get 503 until it is back.`, {});
  }

  becomeBack(): void {
    if (this.#state !== 'away') return;
    this.#state = 'ready';
    this.#log.note?.('The store is back.', {});
  }

  /** To be called when the store was emptied. */
  end(): void {
    if (this.#state === 'emptied' || this.#state === 'closed') return;
    this.#state = 'emptied';
    this.#endWaiting();
    this.#log.note?.('The store was emptied. Restart the servers: requests get 503 until then.', {});
  }

  /** Rejects with a StoreAwayError if a command fails, and if the store goes away meanwhile. */
  wait<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#giveUp.delete(giveUp);
        reject(new StoreAwayError(false));
      };
      work.then((result) => {
        this.#giveUp.delete(giveUp);
        resolve(result);
      }, giveUp);
      if (this.#state === 'joining' || this.#state === 'ready') this.#giveUp.add(giveUp);
      else giveUp();
    });
  }

  #endWaiting(): void {
    this.#onAway();
    for (const giveUp of this.#giveUp) giveUp();
  }
}
