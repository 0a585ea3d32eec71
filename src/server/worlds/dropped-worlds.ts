import type { WorldPage } from '../../admin/schemas/world.js';
import { InputError } from '../../spec/validation/input-error.js';
import { isIsolatedKey } from './secrets.js';

export type DroppedWorld = WorldPage['dropped'][number];

/** The worlds that are gone, for those who come back to them. */
interface DroppedWorlds {
  /** The last thousand, newest first; another array after each drop. */
  readonly list: readonly DroppedWorld[];
  /** Remembers a world and the keys that led to it. */
  add(world: DroppedWorld, keys: Iterable<string>): void;
  /** Returns the world that a key led to. */
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
export function describeDrop({ why, at }: DroppedWorld, idleMs: number): string {
  return `dropped at ${at} because ${dropReason(why, idleMs)}`;
}

/** Says why a world went, where worlds may be idle for `idleMs`. */
export function dropReason(why: DroppedWorld['why'], idleMs: number): string {
  switch (why) {
    case 'idle':
      return `nothing had used it for ${durationInWords(idleMs)}`;
    case 'no-room':
      return 'another one needed the room, and it had been idle for longest';
    case 'deleted':
      return 'somebody deleted it';
  }
}

const OPENING = 'Opening a world of its own for a key';
const DROPPING = 'Dropping a world';

/** Says of a key of the isolated form that it leads nowhere, why, and what to do; undefined for any other key. */
export function explainLostKey(key: string, gone: DroppedWorlds, idleMs: number): string | undefined {
  if (!isIsolatedKey(key)) return undefined;
  const dropped = gone.ofKey(key);
  const what =
    dropped === undefined
      ? 'The API key is of a world that this server does not have (any more): worlds end with their server.'
      : `The API key’s world was ${describeDrop(dropped, idleMs)}.`;
  return `${what} Mint another with POST /__admin/keys {"isolated": true}.`;
}

/** Refuses another world where there is no room. `idlest` is the id of the one that was not used for longest; undefined: there may be none at all. */
export function noRoomError(most: number, idlest: string | undefined): InputError {
  if (idlest === undefined) {
    return new InputError(OPENING, 'this server may have none', 'Start it with --worlds 1000.');
  }
  return new InputError(
    OPENING,
    `there are ${most} already, as many as may be, and all were in use within the last minute`,
    `Drop one that is done with DELETE /__admin/worlds/${idlest}, or start the server with --worlds ${most * 2}.`,
  );
}

export function sharedWorldError(): InputError {
  return new InputError(DROPPING, 'the shared world is everybody’s', 'Reset it with POST /__admin/reset.');
}

/** What is no id of ours is not quoted: it may be a key. */
export function unknownWorldError(id: string, gone: readonly DroppedWorld[], idleMs: number): InputError {
  const dropped = gone.find((one) => one.id === id);
  const problem = dropped === undefined ? 'there is none of that id' : `${id} was ${describeDrop(dropped, idleMs)}`;
  return new InputError(DROPPING, problem, 'GET /__admin/worlds lists those that there are.');
}

const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Says a length of time in whole units, such as `1 hour` or `90 minutes`. */
export function durationInWords(lengthMs: number): string {
  const [unit, unitMs] = UNITS.find(([, each]) => lengthMs >= each && lengthMs % each === 0) ?? ['millisecond', 1];
  const count = lengthMs / unitMs;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
