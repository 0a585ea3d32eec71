import { parseDurationMs } from '../../../mocks/clock.js';
import { createWorld } from '../../../mocks/world.js';
import { openControlRoom } from '../../server/admin/open-control-room.js';
import { type RunningServer, startServer } from '../../server/start-server.js';
import { loadUserHandlers } from '../../server/user-handlers.js';
import { journalJudges, PAGE_FOLDER, resolveAdminAccess } from '../control-room.js';
import type { Terminal } from '../terminal.js';
import { announce } from './banner.js';
import { explainListenError } from './listen-error.js';
import { type FilesInUse, readServeInputs, reloadables, watchFiles } from './serve-files.js';
import { createServeLog, type ServeLog, withoutAdminReads } from './serve-log.js';
import { readSettingsFile, resolveSettings, type SettingSources } from './settings.js';

export interface ServeRequest extends Pick<SettingSources, 'flags'> {
  /** The file with the user's own MSW handlers. Code: no variable and no settings file can name it. */
  readonly handlers: string | undefined;
  readonly version: string;
}

export interface Serving {
  readonly server: RunningServer;
  readonly log: ServeLog;
  /** Stops accepting, finishes the answers in flight and the log. */
  stop(): Promise<void>;
}

/** Starts what `petstore-mock serve` starts, and says so. Throws an InputError, and starts nothing, when it was told something wrong. */
export async function serve(
  { flags, handlers: handlersFile, version }: ServeRequest,
  terminal: Terminal,
): Promise<Serving> {
  const settings = resolveSettings({ flags, variables: terminal.variables, file: readSettingsFile(terminal.folder) });
  const access = resolveAdminAccess(settings);
  const { keys, ...inputs } = readServeInputs(settings);
  const handlers = handlersFile === undefined ? undefined : await loadUserHandlers(handlersFile);
  const inUse: FilesInUse = { ...inputs, handlers };
  const log = createServeLog(settings.log.value, terminal);
  const stock = { pets: settings.pets.value, seed: settings.seed.value };
  // Nothing reads it without a control room, so nothing is to be paid for it.
  const journalLimit = access.state === 'open' ? settings.journal.value : 0;

  const server = await startServer({
    port: settings.port.value,
    host: settings.host.value,
    createWorld: (origin, own, links) =>
      createWorld(
        {
          baseUrl: `${origin}${settings.basePath.value}`,
          ...stock,
          ...(inUse.fixture && { fixture: inUse.fixture }),
          ...(inUse.behaviour && { behaviour: inUse.behaviour }),
          latency: settings.latency.value,
          keys: Object.fromEntries(keys),
          cors: settings.cors.value,
          showAssumptions: settings.assumed.value,
          onBug: log.bug,
          ...own,
          journalLimit: Math.min(journalLimit, own.journalLimit ?? journalLimit),
        },
        { ...links, deployment: inUse.deployment },
      ),
    secrets: access.state === 'open' ? [access.token] : [],
    worlds: { most: settings.worlds.value, idleMs: parseDurationMs(settings.worldIdle.value) },
    log: access.state === 'open' ? withoutAdminReads(log) : log,
    ...(access.state === 'open' && {
      admin: (worlds) =>
        openControlRoom({
          worlds,
          version,
          mode: { kind: 'fake' },
          ...journalJudges(),
          token: access.token,
          host: settings.host.value,
          allowedHosts: settings.allowedHosts.value,
          pageFolder: PAGE_FOLDER,
        }),
    }),
    userHandlers: () => inUse.handlers,
  }).catch((error: unknown) => {
    throw explainListenError(error, settings.port, settings.host);
  });

  announce(
    { server, settings, keys, deployment: inputs.deployment, handlers, handlersFile, access, version },
    log,
    terminal,
  );
  const files = {
    fixture: settings.fixture?.value,
    behaviour: settings.behaviour?.value,
    profile: settings.profile?.value,
    handlers: handlersFile,
  };
  const watched = settings.watch.value ? reloadables(files, server.world, stock, inUse) : undefined;
  if (watched?.length === 0)
    log.problem(`${settings.watch.chosenBy}: nothing to watch. Name a file: --fixture store.json`);
  const watching = watched && (await watchFiles(watched, log));
  return {
    server,
    log,
    stop: async () => {
      await Promise.all([server.close(), watching?.close()]);
      await log.flush();
    },
  };
}
