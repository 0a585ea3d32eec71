/** So long entries may wait for more of them, if nobody here waits for one. */
const UNHURRIED_MS = 10;
/** Whoever waited for an entry may soon wait for another one. */
const HURRIED_MS = 50;

/** Whether somebody on this server waits for entries. Reading costs more than an entry, so others are read many at a time. */
export class Haste {
  #sinceMs = Number.NEGATIVE_INFINITY;
  #wake = () => {};

  /** To be called by whoever waits for an entry. */
  hurry(): void {
    this.#sinceMs = performance.now();
    this.#wake();
  }

  /** Waits until it is worth reading again. */
  async rest(): Promise<void> {
    if (performance.now() - this.#sinceMs < HURRIED_MS) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, UNHURRIED_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
