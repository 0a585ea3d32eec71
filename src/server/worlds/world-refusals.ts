import { InputError } from '../../validation/input-error.js';
import { type DroppedWorld, type DroppedWorlds, tellDrop } from './dropped-worlds.js';
import { isIsolatedKey } from './isolated-key.js';

const OPENING = 'Opening a world of its own for a key';
const DROPPING = 'Dropping a world';

/** Says of a key of the isolated form that it leads nowhere, why, and what to do; undefined for any other key. */
export function explainLostKey(key: string, gone: DroppedWorlds, idleMs: number): string | undefined {
  if (!isIsolatedKey(key)) return undefined;
  const dropped = gone.ofKey(key);
  const what =
    dropped === undefined
      ? 'The API key is of a world that this server does not have (any more): worlds end with their server.'
      : `The API key’s world was ${tellDrop(dropped, idleMs)}.`;
  return `${what} Mint another with POST /__admin/keys {"isolated": true}.`;
}

/** Refuses another world where there is no room. `idlest` is the id of the one that was not used for longest; undefined: there may be none at all. */
export function noRoom(most: number, idlest: string | undefined): InputError {
  if (idlest === undefined) {
    return new InputError(OPENING, 'this server may have none', 'Start it with --worlds 1000.');
  }
  return new InputError(
    OPENING,
    `there are ${most} already, as many as may be, and all were in use within the last minute`,
    `Drop one that is done with DELETE /__admin/worlds/${idlest}, or start the server with --worlds ${most * 2}.`,
  );
}

export function sharedStays(): InputError {
  return new InputError(DROPPING, 'the shared world is everybody’s', 'Reset it with POST /__admin/reset.');
}

/** What is no id of ours is not quoted: it may be a key. */
export function noSuchWorld(id: string, gone: readonly DroppedWorld[], idleMs: number): InputError {
  const dropped = gone.find((one) => one.id === id);
  const problem = dropped === undefined ? 'there is none of that id' : `${id} was ${tellDrop(dropped, idleMs)}`;
  return new InputError(DROPPING, problem, 'GET /__admin/worlds lists those that there are.');
}
