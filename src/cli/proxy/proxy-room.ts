import { createIntake, type Intake } from '../../observe/proxy/intake.js';
import { createProxyWorlds, recordPassed } from '../../observe/proxy/proxy-journal.js';
import { upstreamAt } from '../../observe/proxy/upstream.js';
import { openControlRoom } from '../../server/admin/open-control-room.js';
import type { ControlRoom } from '../../server/control-room.js';
import type { AdminAccess } from '../control-room/admin-access.js';
import { journalJudges } from '../control-room/journal-judges.js';
import { PAGE_FOLDER } from '../page-folder.js';
import type { ServeLog } from '../serve/serve-log.js';
import type { ProxySettings } from './proxy-settings.js';

/** As many as are judged. */
const JOURNAL_LIMIT = 2_000;

/** What the control room of a proxy needs. */
export interface ProxyRoom {
  /** Fills the journal with what passes. */
  readonly intake: Intake;
  /** To be called once the origin is known. */
  readonly open: () => ControlRoom;
  readonly close: () => void;
}

/** Makes what the control room needs; undefined where there is to be none. */
export function proxyRoom(
  settings: ProxySettings,
  access: AdminAccess,
  version: string,
  log: ServeLog,
): ProxyRoom | undefined {
  if (access.state !== 'open') return undefined;
  const { upstream, host, allowedHosts, plan, isExclusive } = settings;
  const { token } = access;
  const worlds = createProxyWorlds({
    upstreamUrl: upstream,
    journalLimit: JOURNAL_LIMIT,
    secrets: [token],
    onBug: log.bug,
  });
  const { origin } = upstreamAt(upstream);
  const intake = createIntake({ origin, onBug: log.bug, onLive: (live) => recordPassed(worlds, live) });
  const open = () =>
    openControlRoom({
      worlds,
      version,
      mode: { kind: 'proxy', upstream },
      ...journalJudges({ plan, isExclusive }),
      token,
      host: host.value,
      allowedHosts,
      pageFolder: PAGE_FOLDER,
    });
  return { intake, open, close: () => worlds.close() };
}
