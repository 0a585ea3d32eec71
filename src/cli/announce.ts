import { sampleKeys } from '../../fixtures/keys.js';
import { ADMIN_PATH } from '../server/admin/admin-path.js';
import { PAGE_PATH } from '../server/admin/page/opens-page.js';
import type { RunningServer } from '../server/start-server.js';
import type { UserHandlers } from '../server/user-handlers.js';
import type { ApiKeys } from './api-keys.js';
import { type BannerFacts, type BannerKey, bannerText } from './banner.js';
import type { AdminAccess } from './serve-admin.js';
import type { ServeLog } from './serve-log.js';
import type { ServeSettings } from './settings.js';
import { colorsFor, type Terminal } from './terminal.js';

export interface Started {
  readonly server: RunningServer;
  readonly settings: ServeSettings;
  readonly keys: ApiKeys;
  readonly handlers: UserHandlers | undefined;
  readonly handlersFile: string | undefined;
  readonly access: AdminAccess;
  readonly version: string;
}

/** Says that the server is up: to people as a banner, in a JSON log as its first line. */
export function announce(started: Started, log: ServeLog, terminal: Terminal): void {
  const facts = bannerFacts(started);
  if (started.settings.log.value === 'json') log.note('listening', facts);
  else terminal.stdout.write(bannerText(facts, colorsFor(terminal.stdout, terminal.variables)));
}

function bannerFacts({ server, settings, keys, handlers, handlersFile, access, version }: Started): BannerFacts {
  const isOpen = access.state === 'open';
  return {
    version,
    url: server.url,
    keys: bannerKeys(keys, server),
    stock: {
      pets: server.world.inventory.list().length,
      seed: settings.seed.value,
      fixture: settings.fixture?.value,
    },
    handlers: handlers && handlersFile !== undefined ? { file: handlersFile, count: handlers.count } : undefined,
    host: settings.host.value,
    controlRoom: access.state,
    controlRoomUrl: isOpen ? `${server.origin}${PAGE_PATH}` : undefined,
    adminUrl: isOpen ? `${server.origin}${ADMIN_PATH}` : undefined,
    adminToken: isOpen && access.isTokenGenerated ? access.token : undefined,
  };
}

/** Sample keys are public, even where the user gave one another plan; the user's own are secrets and go by their names in the log. */
function bannerKeys(keys: ApiKeys, { world }: RunningServer): BannerKey[] {
  const isSample = (key: string) => sampleKeys.some((sample) => sample.key === key);
  const own = [...keys].filter(([key]) => !isSample(key));
  return [
    ...sampleKeys.map(({ key, plan, revoked }) => ({ name: key, plan: keys.get(key) ?? (revoked ? 'revoked' : plan) })),
    ...own.map(([key, plan]) => ({ name: world.accounts.ofKey(key)?.alias ?? 'a key', plan })),
  ];
}
