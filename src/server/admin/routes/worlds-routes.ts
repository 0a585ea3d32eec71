import { orNotFound } from '../admin-refusal.js';
import type { AdminRoutes } from '../admin-route.js';
import { tellWorlds } from '../tell/tell-worlds.js';
import { done } from './done.js';
import { listPart } from './list-part.js';

export const worldsRoutes = {
  listWorlds: (call, { worlds }) => tellWorlds(worlds, listPart(call)),
  deleteWorld({ path: { id = '' } }, { worlds }) {
    // The shared world is there, only it cannot be dropped.
    if (id === worlds.shared.id) worlds.delete(id);
    else orNotFound(() => worlds.delete(id));
    return done;
  },
} satisfies Partial<AdminRoutes>;
