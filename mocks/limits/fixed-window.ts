import type { QuotaWindow } from './quota-window.js';

/** A window of fixed length that begins at its first request, or with the calendar minute or UTC day (open question `window-start`). */
export function createFixedWindow(lengthMs: number, start: 'first-request' | 'calendar'): QuotaWindow {
  let startMs: number | undefined;
  let spent = 0;
  let refused = 0;

  /** Forgets a window that is over, or that a clock set back has not reached yet. */
  const settle = (nowMs: number) => {
    if (startMs === undefined || (nowMs >= startMs && nowMs < startMs + lengthMs)) return;
    startMs = undefined;
    spent = 0;
    refused = 0;
  };
  const startAt = (nowMs: number) => (start === 'calendar' ? Math.floor(nowMs / lengthMs) * lengthMs : nowMs);
  const open = (nowMs: number) => {
    settle(nowMs);
    startMs ??= startAt(nowMs);
  };

  return {
    used(nowMs) {
      settle(nowMs);
      return spent;
    },
    resetsAtMs(nowMs) {
      settle(nowMs);
      return (startMs ?? startAt(nowMs)) + lengthMs;
    },
    spend(nowMs) {
      open(nowMs);
      spent++;
    },
    setUsed(nowMs, used) {
      open(nowMs);
      spent = used;
    },
    refund() {
      spent = Math.max(0, spent - 1);
    },
    refuse(nowMs) {
      open(nowMs);
      return ++refused;
    },
    save() {
      const saved = { startMs, spent, refused };
      return () => {
        ({ startMs, spent, refused } = saved);
      };
    },
  };
}
