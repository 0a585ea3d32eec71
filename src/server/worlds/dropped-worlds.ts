import { InputError } from '../../spec/validation/input-error.js';
import { tagOfKey } from './secrets.js';

/** Why worlds are dropped: `The world was dropped because …`. */
export const dropReasons = {
  idle: 'it was idle for too long',
  'no-room': 'it was the one idle for longest when room for another was needed',
  deleted: 'it was deleted',
  'store-emptied': 'the store was emptied',
} as const;

/** A world that was dropped. */
export interface DroppedWorld {
  readonly id: string;
  readonly reason: keyof typeof dropReasons;
}

/** Explains why a key of the isolated form has no world, and what to do; undefined for any other key. */
export function explainLostKey(key: string): string | undefined {
  if (tagOfKey(key) === undefined) return undefined;
  const why = 'worlds end when they are deleted, idle for too long or replaced by another one, and with their server';
  return `The world of the API key does not exist (any more) on this server: ${why}. Mint another with POST /__admin/keys {"isolated": true}.`;
}

/** `idlest`: the id of the world that was idle for longest; undefined where the server allows none. */
export function noRoomError(most: number, idlest: string | undefined): InputError {
  const problem = idlest === undefined ? 'this server allows none' : `the limit of ${most} is reached`;
  const remedy =
    idlest === undefined
      ? 'Start it with --worlds 1000.'
      : `Drop one with DELETE /__admin/worlds/${idlest}, or start the server with --worlds ${most * 2}.`;
  return new InputError('Opening an isolated world', problem, remedy);
}
