import type { WorldEntry, WorldPage } from '../../admin/schemas/world.js';
import { lengthOf } from '../parts/tell-time.js';

/** Answers a world as it is so many seconds after it was told, if nobody has used it since. */
export function after(world: WorldEntry, seconds: number): WorldEntry {
  return { ...world, ageSeconds: world.ageSeconds + seconds, idleSeconds: world.idleSeconds + seconds };
}

/** Answers when a world goes if nobody uses it, such as `in 59m 12s`. */
export function dropInWords({ idleSeconds, droppedAfterSeconds }: WorldEntry): string {
  if (droppedAfterSeconds === null) return 'never';
  const leftMs = (droppedAfterSeconds - idleSeconds) * 1_000;
  return leftMs <= 0 ? 'any moment' : `in ${lengthOf(leftMs)}`;
}

/** Why a world is gone, in words. */
export const whyDropped: Readonly<Record<WorldPage['dropped'][number]['why'], string>> = {
  idle: 'nobody used it',
  'no-room': 'it made room for a new one',
  deleted: 'somebody dropped it',
};
