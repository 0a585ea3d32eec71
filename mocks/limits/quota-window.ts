/** Counts the requests of one account in one window: a minute or a day (§8). */
export interface QuotaWindow {
  /** Requests counted in the window at this moment. */
  used(nowMs: number): number;
  /** The moment at which quota comes back. */
  resetsAtMs(nowMs: number): number;
  /** Counts one request. `limit` bounds what a sliding window has to remember. */
  spend(nowMs: number, limit: number): void;
  /** Says how many requests are counted at this moment; a window that has not begun begins now. Refusals stay counted. */
  setUsed(nowMs: number, used: number): void;
  /** Takes the last counted request back. */
  refund(): void;
  /** Counts one refused request and answers how many there were in this window. */
  refuse(nowMs: number): number;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}
