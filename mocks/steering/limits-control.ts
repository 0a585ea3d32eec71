import type { World } from '../world.js';

/** One window of a key's quota (§8). */
export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window resets, in milliseconds since the epoch, by the fake's clock. */
  readonly resetsAtMs: number;
}

/** Quotas as a test sets and reads them. All throw an InputError for a key that the fake does not know. */
export interface LimitsControl {
  get(key: string): { readonly minute: WindowState; readonly day: WindowState };
  /** Says how many requests a key has left in its minute, or in its day. */
  set(key: string, state: { readonly remaining: number; readonly window?: 'minute' | 'day' }): void;
  /** Leaves a key none: its next request is refused with 429 until the window, the minute unless told otherwise, resets. */
  exhaust(key: string, window?: 'minute' | 'day'): void;
}

export function createLimitsControl(_world: World): LimitsControl {
  return {} as never;
}
