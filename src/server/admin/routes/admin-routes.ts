import { adminDescription } from '../../../admin/openapi.js';
import type { Health } from '../../../admin/schemas/server.js';
import { type AdminRoutes, done, orNotFound, storeOf, upstreamOf } from '../admin-route.js';
import { views } from '../serialise.js';
import { requestsRoutes } from './requests-routes.js';
import { stockRoutes } from './stock-routes.js';
import { behaviourRoutes, clockRoutes, faultsRoutes, keysRoutes, worldRoutes } from './world-routes.js';

const serverRoutes = {
  getHealth: ({ source }, { version, uptimeSeconds, mode }): Health => ({
    status: 'ok',
    version,
    uptimeSeconds: uptimeSeconds(),
    baseUrl: source.log.baseUrl,
    mode: mode.kind,
    upstream: upstreamOf(mode),
    store: storeOf(mode),
  }),
  getAdminDescription: (_call, { version }) => adminDescription(version),
} satisfies Partial<AdminRoutes>;

const worldsRoutes = {
  listWorlds: ({ worlds, query }) => views.worlds(worlds, query),
  deleteWorld({ path: { id = '' }, worlds }) {
    // The shared world exists, but cannot be dropped: 400.
    if (id === worlds.shared.id) worlds.delete(id);
    else orNotFound(() => worlds.delete(id));
    return done;
  },
} satisfies Partial<AdminRoutes>;

export const adminRoutes: AdminRoutes = {
  ...serverRoutes,
  ...worldRoutes,
  ...stockRoutes,
  ...keysRoutes,
  ...clockRoutes,
  ...faultsRoutes,
  ...behaviourRoutes,
  ...requestsRoutes,
  ...worldsRoutes,
};
