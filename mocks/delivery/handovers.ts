/** Tracks which responses were delivered. Unknown in browsers, which hand requests over one by one. */
export class Handovers {
  readonly #latest: () => number;
  readonly #isOneByOne: boolean;
  readonly #underWay = new Set<{ readonly number: number }>();

  /** `latest` returns the number of the last exchange. A page may have polyfills of `process`, but no Node version. */
  constructor(latest: () => number, isOneByOne = typeof globalThis.process?.versions?.node !== 'string') {
    this.#latest = latest;
    this.#isOneByOne = isOneByOne;
  }

  /** The last exchange that was delivered, with all before it, in an earlier turn of the event loop; undefined if unknown. */
  get upTo(): number | undefined {
    const [oldest] = this.#underWay;
    const upTo = oldest === undefined ? this.#latest() : oldest.number - 1;
    return this.#isOneByOne || upTo === 0 ? undefined : upTo;
  }

  /** Registers an exchange. Returns a function to call when its response is sent. */
  expect(number: number): () => void {
    if (this.#isOneByOne) return () => {};
    const exchange = { number };
    this.#underWay.add(exchange);
    return () => void nextTurn().then(() => this.#underWay.delete(exchange));
  }
}

/** Saved before any test can install fake timers. */
const { setImmediate: realSetImmediate, setTimeout: realSetTimeout } = globalThis;

/** Waits for the next turn of the event loop, fake timers or not. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // setImmediate, which browsers lack, is faster by a millisecond.
    if (typeof realSetImmediate === 'function') realSetImmediate(resolve);
    else realSetTimeout(resolve, 0);
  });
}
