import type { WorldPage } from '../../admin/schemas/world.js';
import { lengthInWords } from './length-in-words.js';

export type DroppedWorld = WorldPage['dropped'][number];

/** The worlds that are gone, for those who come back to them. */
export interface DroppedWorlds {
  /** The last thousand, newest first; another array after each drop. */
  readonly list: readonly DroppedWorld[];
  /** Remembers a world and the keys that led to it. */
  add(world: DroppedWorld, keys: Iterable<string>): void;
  /** Answers the world that a key led to. */
  ofKey(key: string): DroppedWorld | undefined;
}

const MOST_WORLDS = 1_000;
/** Ten for each world; the oldest are forgotten first. */
const MOST_KEYS = 10_000;

export function createDroppedWorlds(): DroppedWorlds {
  let list: readonly DroppedWorld[] = [];
  const byKey = new Map<string, DroppedWorld>();
  return {
    get list() {
      return list;
    },
    add(world, keys) {
      list = [world, ...list.slice(0, MOST_WORLDS - 1)];
      for (const key of keys) byKey.set(key, world);
      for (const oldest of byKey.keys()) {
        if (byKey.size <= MOST_KEYS) break;
        byKey.delete(oldest);
      }
    },
    ofKey: (key) => byKey.get(key),
  };
}

/** Says when and why a world went: `dropped at 2026-11-21T13:00:00.000Z because nothing had used it for 1 hour`. */
export function tellDrop({ why, at }: DroppedWorld, idleMs: number): string {
  return `dropped at ${at} because ${reasonOfDrop(why, idleMs)}`;
}

/** Says why a world went, where worlds may be idle for `idleMs`. */
export function reasonOfDrop(why: DroppedWorld['why'], idleMs: number): string {
  switch (why) {
    case 'idle':
      return `nothing had used it for ${lengthInWords(idleMs)}`;
    case 'no-room':
      return 'another one needed the room, and it had been idle for longest';
    case 'deleted':
      return 'somebody deleted it';
  }
}
