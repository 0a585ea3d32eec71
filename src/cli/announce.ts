import { sampleKeys } from '../../fixtures/keys.js';
import { ADMIN_PATH } from '../server/admin.js';
import type { RunningServer } from '../server/start-server.js';
import type { UserHandlers } from '../server/user-handlers.js';
import type { ApiKeys } from './api-keys.js';
import { type BannerFacts, type BannerKey, bannerText } from './banner.js';
import type { ServeLog } from './serve-log.js';
import type { ServeSettings } from './settings.js';
import { colorsFor, type Terminal } from './terminal.js';

export interface Started {
  readonly server: RunningServer;
  readonly settings: ServeSettings;
  readonly keys: ApiKeys;
  readonly handlers: UserHandlers | undefined;
  readonly handlersFile: string | undefined;
  readonly adminToken: string;
  readonly version: string;
}

/** Says that the server is up: to people as a banner, in a JSON log as its first line. */
export function announce(started: Started, log: ServeLog, terminal: Terminal): void {
  const facts = bannerFacts(started);
  if (started.settings.log.value === 'json') log.note('listening', facts);
  else terminal.stdout.write(bannerText(facts, colorsFor(terminal.stdout, terminal.variables)));
}

function bannerFacts({ server, settings, keys, handlers, handlersFile, adminToken, version }: Started): BannerFacts {
  return {
    version,
    url: server.url,
    keys: [...sampleKeys.map(sampleKey), ...userKeys(keys, server)],
    stock: {
      pets: server.world.inventory.list().length,
      seed: settings.seed.value,
      fixture: settings.fixture?.value,
    },
    handlers: handlers && handlersFile !== undefined ? { file: handlersFile, count: handlers.count } : undefined,
    adminUrl: `${server.origin}${ADMIN_PATH}`,
    adminToken: settings.adminToken === undefined ? adminToken : undefined,
  };
}

function sampleKey({ key, plan, revoked }: (typeof sampleKeys)[number]): BannerKey {
  return { name: key, plan: revoked ? 'revoked' : plan };
}

/** The user's own keys are secrets: they go by the names that they have in the log. */
function userKeys(keys: ApiKeys, { world }: RunningServer): BannerKey[] {
  return [...keys].map(([key, plan]) => ({ name: world.accounts.ofKey(key)?.alias ?? 'a key', plan }));
}
