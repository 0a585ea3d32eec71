import { nextTurn } from './next-turn.js';

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
 * Watches answers go out. In Node requests reach their handler in the turn in which they are sent. A browser hands them to its
 * worker one by one, however they were sent: there nothing can be told.
 */
export function createHandovers(isOneByOne = !isNode()): Handovers {
  const underWay = new Set<{ readonly number: number }>();
  let latest = 0;
  return {
    get upTo() {
      const [oldest] = underWay;
      const upTo = oldest === undefined ? latest : oldest.number - 1;
      return isOneByOne || upTo === 0 ? undefined : upTo;
    },
    expect(number) {
      if (isOneByOne) return () => {};
      const exchange = { number };
      underWay.add(exchange);
      latest = number;
      return () => void nextTurn().then(() => underWay.delete(exchange));
    },
  };
}

/** A page may have a `process` and a `setImmediate` that imitate those of Node, but no such version. */
function isNode(): boolean {
  return typeof globalThis.process?.versions?.node === 'string';
}
