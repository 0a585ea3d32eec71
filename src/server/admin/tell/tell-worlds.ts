import type { WorldPage } from '../../../admin/schemas/world.js';
import type { Worlds } from '../../worlds/worlds.js';
import { cutPart, type ListPart } from './cut-part.js';

/** Tells the worlds that there are, the shared one first, then the oldest; and the last ones that are gone. */
export function tellWorlds(worlds: Worlds, part: ListPart = {}): WorldPage {
  return { ...cutPart(worlds.list(), part, ({ id }) => id), most: worlds.most, dropped: [...worlds.dropped] };
}
