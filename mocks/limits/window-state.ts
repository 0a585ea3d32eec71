import type { QuotaWindow } from './quota-window.js';

/** One window of a key's quota (§8). */
export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window resets, in milliseconds since the epoch, by the fake's clock. */
  readonly resetsAtMs: number;
}

export function windowState(window: QuotaWindow, limit: number, nowMs: number): WindowState {
  return { limit, remaining: Math.max(0, limit - window.used(nowMs)), resetsAtMs: window.resetsAtMs(nowMs) };
}
