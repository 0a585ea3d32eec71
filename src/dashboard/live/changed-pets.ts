import { type ReadonlySignal, signal } from '@preact/signals';

const SHOWN_MS = 2_000;

export interface ChangedPets {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  add(ids: readonly string[]): void;
  close(): void;
}

/** Makes what remembers for two seconds which pets changed. */
export function createChangedPets(): ChangedPets {
  const ids = signal<ReadonlySet<string>>(new Set());
  const until = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = () => {
    timer = undefined;
    const now = performance.now();
    for (const [id, untilMs] of until) {
      if (untilMs <= now) until.delete(id);
    }
    ids.value = new Set(until.keys());
    wait(now);
  };
  // The map is in the order of the moments: the first one is the next to go.
  const wait = (now: number) => {
    const [next] = until.values();
    if (next !== undefined) timer ??= setTimeout(tell, Math.max(200, next - now));
  };

  return {
    ids,
    add(added) {
      const now = performance.now();
      for (const id of added) {
        until.delete(id);
        until.set(id, now + SHOWN_MS);
      }
      ids.value = new Set(until.keys());
      wait(now);
    },
    close: () => clearTimeout(timer),
  };
}
