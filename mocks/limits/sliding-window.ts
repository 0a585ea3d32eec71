import type { QuotaWindow } from './quota-window.js';

/** A window that always reaches back by its length: quota comes back one request at a time. */
export function createSlidingWindow(lengthMs: number): QuotaWindow {
  let stamps: number[] = [];
  /** Index of the oldest stamp that still counts; those before it are dropped in bulk. */
  let oldest = 0;
  let refusals = { sinceMs: Number.NEGATIVE_INFINITY, count: 0 };

  const settle = (nowMs: number) => {
    const last = stamps.at(-1);
    if (last !== undefined && last > nowMs) stamps = [];
    while (oldest < stamps.length && (stamps[oldest] ?? 0) <= nowMs - lengthMs) oldest++;
    if (oldest > 1_000 && oldest * 2 > stamps.length) {
      stamps = stamps.slice(oldest);
      oldest = 0;
    }
    if (stamps.length === 0) oldest = 0;
  };

  return {
    used(nowMs) {
      settle(nowMs);
      return stamps.length - oldest;
    },
    resetsAtMs(nowMs) {
      settle(nowMs);
      return (stamps[oldest] ?? nowMs) + lengthMs;
    },
    spend(nowMs, limit) {
      settle(nowMs);
      stamps.push(nowMs);
      if (stamps.length - oldest > limit) oldest++;
    },
    setUsed(nowMs, used) {
      settle(nowMs);
      // The oldest stay, so that the moment at which quota comes back stays too.
      const kept = stamps.slice(oldest, oldest + used);
      stamps = kept.concat(Array<number>(used - kept.length).fill(nowMs));
      oldest = 0;
    },
    refund() {
      stamps.pop();
    },
    refuse(nowMs) {
      const isOver = nowMs < refusals.sinceMs || nowMs >= refusals.sinceMs + lengthMs;
      if (isOver) refusals = { sinceMs: nowMs, count: 0 };
      return ++refusals.count;
    },
    save() {
      const saved = { stamps: stamps.slice(oldest), refusals: { ...refusals } };
      return () => {
        stamps = [...saved.stamps];
        oldest = 0;
        refusals = { ...saved.refusals };
      };
    },
  };
}
