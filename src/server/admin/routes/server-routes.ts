import { adminDescription } from '../../../admin/openapi.js';
import type { Health, Version } from '../../../admin/schemas/server.js';
import { openApiDocument } from '../../../spec/openapi.js';
import type { AdminRoutes } from '../admin-route.js';
import { upstreamOf } from '../control-room-mode.js';

export const serverRoutes = {
  getHealth: (_call, { version, uptimeSeconds, worlds, mode }): Health => ({
    status: 'ok',
    version,
    uptimeSeconds: uptimeSeconds(),
    baseUrl: worlds.shared.world.addresses.base.url,
    mode: mode.kind,
    upstream: upstreamOf(mode),
  }),
  getVersion: (_call, { version }): Version => ({
    version,
    node: process.version,
    document: openApiDocument().info.version,
  }),
  getAdminDescription: (_call, { version }) => adminDescription(version),
  getServiceDescription: (_call, { worlds }) => openApiDocument({ baseUrl: worlds.shared.world.addresses.base.url }),
} satisfies Partial<AdminRoutes>;
