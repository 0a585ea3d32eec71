import { keptBytes, type Passed } from './passed.js';

/** As many may wait at once, with so many bytes of bodies. */
const MOST_WAITING = 2_000;
const MOST_WAITING_BYTES = 64 * 2 ** 20;

/** Keeps count of what waits to be taken in, so that no traffic fills the memory. First come, first gone. */
export interface WaitingRoom {
  /** Answers whether there was room. */
  enter(passed: Passed): boolean;
  leave(): void;
}

/** Makes an empty one. */
export function createWaitingRoom(): WaitingRoom {
  const sizes: number[] = [];
  let bytes = 0;
  return {
    enter(passed) {
      const size = keptBytes(passed);
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
