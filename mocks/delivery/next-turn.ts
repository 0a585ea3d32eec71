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
