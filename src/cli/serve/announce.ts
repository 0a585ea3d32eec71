import { sampleKeyOf, sampleKeys } from '../../../fixtures/keys.js';
import type { Deployment } from '../../../mocks/imitation/deployment.js';
import { ADMIN_PATH } from '../../server/admin/admin-path.js';
import type { RunningServer } from '../../server/start-server.js';
import type { UserHandlers } from '../../server/user-handlers.js';
import type { AdminAccess } from '../control-room/admin-access.js';
import { controlRoomFacts } from '../control-room/control-room-lines.js';
import { colorsFor, type Terminal } from '../terminal.js';
import type { ApiKeys } from './api-keys.js';
import { type BannerFacts, type BannerKey, bannerText } from './banner.js';
import { describeProfile } from './describe-profile.js';
import type { ServeLog } from './serve-log.js';
import type { ServeSettings } from './settings.js';

export interface Started {
  readonly server: RunningServer;
  readonly settings: ServeSettings;
  readonly keys: ApiKeys;
  readonly deployment: Deployment | undefined;
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

function bannerFacts(started: Started): BannerFacts {
  const { server, settings, keys, deployment, handlers, handlersFile, access, version } = started;
  return {
    version,
    url: server.url,
    keys: bannerKeys(keys, server),
    stock: {
      pets: server.world.inventory.list().length,
      seed: settings.seed.value,
      fixture: settings.fixture?.value,
    },
    keyToTry: sampleKeyOf(deployment?.profile.limit.plan ?? 'free') ?? '',
    profile: deployment && describeProfile(deployment.profile),
    handlers: handlers && handlersFile !== undefined ? { file: handlersFile, count: handlers.count } : undefined,
    ...controlRoomFacts(access, server.origin, settings.host.value),
    adminUrl: access.state === 'open' ? `${server.origin}${ADMIN_PATH}` : undefined,
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
