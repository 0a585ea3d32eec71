/** Tracks which responses were delivered to clients. */
export interface Handovers {
  /**
   * The last exchange whose response, and all before it, was delivered in an earlier turn of the event loop: a request that
   * arrives now was sent after that. Undefined if unknown.
   */
  readonly upTo: number | undefined;
  /** Registers an exchange. Returns a function to call when its response is sent. */
  expect(number: number): () => void;
}

/**
 * Tracks responses. `latest` returns the number of the last exchange, which a restored snapshot makes smaller. In Node
 * requests that are sent together reach their handler together. A browser hands them to its worker one by one, however they were
 * sent: there the order is unknown.
 */
export function createHandovers(latest: () => number, isOneByOne = !isNode()): Handovers {
  const underWay = new Set<{ readonly number: number }>();
  return {
    get upTo() {
      const [oldest] = underWay;
      const upTo = Math.min(latest(), oldest === undefined ? Number.POSITIVE_INFINITY : oldest.number - 1);
      return isOneByOne || upTo === 0 ? undefined : upTo;
    },
    expect(number) {
      if (isOneByOne) return () => {};
      const exchange = { number };
      underWay.add(exchange);
      return () => void nextTurn().then(() => underWay.delete(exchange));
    },
  };
}

/** A page may have polyfills of `process` and `setImmediate`, but no Node version. */
function isNode(): boolean {
  return typeof globalThis.process?.versions?.node === 'string';
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
