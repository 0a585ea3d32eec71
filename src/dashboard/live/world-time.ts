import { signal } from '@preact/signals';
import type { ClockState } from '../../admin/schemas/world.js';

const TICK_MS = 250;

/** The clock of a world, which counts whole seconds between the server's events. */
export class WorldTime {
  /** The clock as the server reported it, with the page's `performance.now()` of that moment. */
  readonly clock = signal<ClockState & { readonly readAtMs: number }>();
  readonly nowMs = signal<number>();
  #timer: ReturnType<typeof setInterval> | undefined;

  set(state: ClockState): void {
    this.stop();
    this.clock.value = { ...state, readAtMs: performance.now() };
    if (state.scale > 0) this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  /** Stops counting until the next `set`. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (this.clock.value === undefined) return;
    const { now, scale, readAtMs } = this.clock.value;
    const ms = Date.parse(now) + scale * (performance.now() - readAtMs);
    this.nowMs.value = Math.floor(ms / 1000) * 1000;
  }
}
