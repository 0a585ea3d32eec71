/** Tells which answers clients have in hand. */
export interface Handovers {
  /**
   * Up to which exchange every answer was handed over in an earlier turn of the event loop: what arrives now was sent after that.
   * Undefined where nobody can tell.
   */
  readonly upTo: number | undefined;
  /** Takes in that an exchange is answered; what it returns is to be called when its answer goes out. */
  expect(number: number): () => void;
}

/**
 * Watches answers go out. `latest` answers the number of the last exchange, which a snapshot that is put back makes smaller. In Node
 * requests that are sent together reach their handler together. A browser hands them to its worker one by one, however they were
 * sent: there nothing can be told.
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

/** A page may have a `process` and a `setImmediate` that imitate those of Node, but no such version. */
function isNode(): boolean {
  return typeof globalThis.process?.versions?.node === 'string';
}

/** Taken before any test can put fake timers in their place. */
const { setImmediate: realSetImmediate, setTimeout: realSetTimeout } = globalThis;

/** Waits for the next turn of the event loop, fake timers or not. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // Browsers have no setImmediate; where there is one it is quicker by a millisecond.
    if (typeof realSetImmediate === 'function') realSetImmediate(resolve);
    else realSetTimeout(resolve, 0);
  });
}
