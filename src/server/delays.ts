/** What `node:http` tells of an answer that somebody waits for. */
export interface AwaitedResponse {
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** How a delay came to its end: it is over, or the client went away. */
export type DelayEnd = 'over' | 'gone';

/** Answers that wait for their time. */
export class Delays {
  readonly #endings = new Set<() => void>();
  #isHurried = false;

  /** Waits until the time has passed, the client has gone, or nobody is to wait any more. */
  wait(delayMs: number, response: AwaitedResponse): Promise<DelayEnd> {
    if (this.#isHurried) return Promise.resolve('over');
    return new Promise((resolve) => {
      const end = (how: DelayEnd) => {
        clearTimeout(timer);
        response.off('close', onClose);
        this.#endings.delete(onTime);
        resolve(how);
      };
      const onTime = () => end('over');
      const onClose = () => end('gone');
      const timer = setTimeout(onTime, delayMs);
      response.once('close', onClose);
      this.#endings.add(onTime);
    });
  }

  /** Ends every delay now, and those still to come. */
  hurry(): void {
    this.#isHurried = true;
    for (const end of [...this.#endings]) end();
  }
}
