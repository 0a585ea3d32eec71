import { type ReadonlySignal, signal } from '@preact/signals';
import type { ClockState } from '../../admin/schemas/clock.js';
import type { ClockTold } from './live.js';

const TICK_MS = 250;

export interface WorldTime {
  readonly clock: ReadonlySignal<ClockTold | undefined>;
  readonly nowMs: ReadonlySignal<number | undefined>;
  tell(state: ClockState): void;
  /** Stays at what is known until it is told anew. */
  stop(): void;
}

/** Makes what counts the time of a world on between what the server tells of it, in whole seconds. */
export function createWorldTime(): WorldTime {
  const clock = signal<ClockTold>();
  const nowMs = signal<number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = () => {
    if (clock.value === undefined) return;
    const { now, scale, toldAtMs } = clock.value;
    const ms = Date.parse(now) + scale * (performance.now() - toldAtMs);
    nowMs.value = Math.floor(ms / 1000) * 1000;
  };
  return {
    clock,
    nowMs,
    tell(state) {
      clock.value = { ...state, toldAtMs: performance.now() };
      clearInterval(timer);
      timer = state.scale === 0 ? undefined : setInterval(tick, TICK_MS);
      tick();
    },
    stop: () => clearInterval(timer),
  };
}
