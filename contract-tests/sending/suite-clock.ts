/** The time that the suite goes by. Waiting may move a fake's clock, or a test's, instead of sleeping. */
export interface SuiteClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns when so many milliseconds have passed, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}
