import type { WorldPage } from '../../admin/schemas/world.js';
import { InputError } from '../../spec/validation/input-error.js';
import { tagOfKey } from './secrets.js';

export type DroppedWorld = WorldPage['dropped'][number];

/** A world that was dropped, and the tag of the keys that led to it: a request with one of them gets an explanation. */
export interface DroppedEntry {
  readonly world: DroppedWorld;
  readonly tag: string;
}

/** Dropped worlds that are remembered. */
const MOST_DROPPED = 1_000;

/** The worlds of a server that were dropped last. */
export class DroppedWorlds {
  /** Newest first. */
  #entries: readonly DroppedEntry[] = [];
  readonly #listeners: ((world: DroppedWorld) => void)[] = [];

  get entries(): readonly DroppedEntry[] {
    return this.#entries;
  }

  /** Newest first. */
  get worlds(): readonly DroppedWorld[] {
    return this.#entries.map(({ world }) => world);
  }

  /** Calls a listener for each world that is dropped. */
  onDrop(listener: (world: DroppedWorld) => void): void {
    this.#listeners.push(listener);
  }

  add(entry: DroppedEntry): void {
    this.#entries = [entry, ...this.#entries.slice(0, MOST_DROPPED - 1)];
    for (const listener of this.#listeners) listener(entry.world);
  }

  /** Takes over what other servers have dropped. `gone`: those that were served here. */
  replace(entries: readonly DroppedEntry[], gone: readonly DroppedWorld[]): void {
    this.#entries = entries;
    for (const own of gone) {
      const world = this.worlds.find(({ id }) => id === own.id) ?? own;
      for (const listener of this.#listeners) listener(world);
    }
  }
}

/** Why worlds are dropped: `The world was dropped because …`. */
export const dropReasons: Readonly<Record<DroppedWorld['reason'], string>> = {
  idle: 'it was idle for too long',
  'no-room': 'it was the one idle for longest when room for another was needed',
  deleted: 'it was deleted',
  'store-emptied': 'the store was emptied',
};

/** Returns when and why a world was dropped: `dropped at 2026-11-21T13:00:00.000Z because it was deleted`. */
export function describeDrop({ reason, at }: DroppedWorld): string {
  return `dropped at ${at} because ${dropReasons[reason]}`;
}

const OPENING = 'Opening an isolated world';
const DROPPING = 'Dropping a world';

/** Explains why a key of the isolated form has no world, and what to do; undefined for any other key. */
export function explainLostKey(key: string, gone: readonly DroppedEntry[]): string | undefined {
  const sent = tagOfKey(key);
  if (sent === undefined) return undefined;
  const dropped = gone.find(({ tag }) => tag === sent)?.world;
  const what =
    dropped === undefined
      ? 'The world of the API key does not exist (any more) on this server: worlds end with their server.'
      : `The world of the API key was ${describeDrop(dropped)}.`;
  return `${what} Mint another with POST /__admin/keys {"isolated": true}.`;
}

/** `idlest`: the id of the world that was idle for longest; undefined where the server allows none. */
export function noRoomError(most: number, idlest: string | undefined): InputError {
  if (idlest === undefined) {
    return new InputError(OPENING, 'this server allows none', 'Start it with --worlds 1000.');
  }
  return new InputError(
    OPENING,
    `the limit of ${most} is reached`,
    `Drop one with DELETE /__admin/worlds/${idlest}, or start the server with --worlds ${most * 2}.`,
  );
}

export function sharedWorldError(): InputError {
  return new InputError(DROPPING, 'the shared world cannot be dropped', 'Reset it with POST /__admin/reset.');
}

/** Explains that a world exists, but is not in the memory of this server. */
export function notServedHere(id: string): string {
  return `The world ${id} is not served here at the moment.`;
}

/** An unknown id is not quoted: it may be a key. */
export function unknownWorldError(id: string, gone: readonly DroppedWorld[]): InputError {
  const dropped = gone.find((one) => one.id === id);
  const problem = dropped === undefined ? 'no world has that id' : `${id} was ${describeDrop(dropped)}`;
  return new InputError(DROPPING, problem, 'GET /__admin/worlds lists all worlds.');
}
