import type { AdminRoutes } from '../admin-route.js';
import { behaviourRoutes } from './behaviour-routes.js';
import { clockRoutes } from './clock-routes.js';
import { faultsRoutes } from './faults-routes.js';
import { keysRoutes } from './keys-routes.js';
import { requestsRoutes } from './requests-routes.js';
import { serverRoutes } from './server-routes.js';
import { stockRoutes } from './stock-routes.js';
import { worldRoutes } from './world-routes.js';
import { worldsRoutes } from './worlds-routes.js';

/** Everything that the admin API can do. */
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
