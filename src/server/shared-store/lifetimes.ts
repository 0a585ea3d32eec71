import type { Worlds } from '../worlds/worlds.js';
import { StoreAwayError } from './availability.js';
import type { Replica } from './replica.js';
import type { Streams } from './streams.js';

export interface LifetimesOptions {
  readonly replica: Replica;
  readonly streams: Streams;
  readonly worlds: Worlds;
  /** The present moment, by the clock of the store. */
  readonly nowMs: () => number;
}

const MINUTE_MS = 60_000;

/** Ends isolated worlds that nobody uses on any server: only the store knows when each was used last. */
export class Lifetimes {
  readonly #options: LifetimesOptions;
  readonly #pauseMs: number;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(options: LifetimesOptions) {
    this.#options = options;
    const { idleMs } = options.worlds;
    this.#pauseMs = Math.min(MINUTE_MS, Math.max(1_000, idleMs / 4));
    if (!Number.isFinite(idleMs)) return;
    this.#timer = setInterval(() => void this.#dropIdle().catch(() => {}), this.#pauseMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Notes that an admin uses an isolated world. */
  async touch(world: string): Promise<void> {
    const { replica, nowMs } = this.#options;
    const followed = await replica.follow(world);
    if (followed === undefined || nowMs() - followed.lastMs <= this.#pauseMs) return;
    await replica.order(world, { kind: 'touch' }).catch(() => {});
  }

  /** Drops the world that was idle for longest if there is no room for another one, and nobody used it within the last minute. */
  async makeRoom(): Promise<void> {
    const { worlds, replica } = this.#options;
    if (worlds.registry.worlds.length < worlds.most) return;
    const [idlest] = (await this.#idleWorlds()).sort((one, other) => other.idleMs - one.idleMs);
    if (idlest !== undefined && idlest.idleMs >= MINUTE_MS) await replica.drop(idlest.id, 'no-room');
  }

  async #dropIdle(): Promise<void> {
    const { worlds, replica } = this.#options;
    for (const { id, idleMs } of await this.#idleWorlds()) if (idleMs > worlds.idleMs) await replica.drop(id, 'idle');
  }

  async #idleWorlds(): Promise<{ readonly id: string; readonly idleMs: number }[]> {
    const { streams, worlds, nowMs } = this.#options;
    const presentMs = nowMs();
    const idle = worlds.registry.worlds.map(async ({ id, openedAtMs }) => {
      const last = Number((await streams.lastId(id))?.split('-')[0] ?? openedAtMs);
      return { id, idleMs: presentMs - last };
    });
    return Promise.all(idle).catch(() => {
      throw new StoreAwayError(false);
    });
  }
}
