import { World } from '../../../mocks/world.js';
import type { SeedOptions } from '../../../mocks/world-options.js';
import { openControlRoom } from '../../server/admin/open-control-room.js';
import { type RunningServer, type ServerOptions, startServer } from '../../server/start-server.js';
import { loadUserHandlers } from '../../server/user-handlers.js';
import { type AdminAccess, journalJudges, PAGE_FOLDER, resolveAdminAccess } from '../control-room.js';
import type { Terminal } from '../terminal.js';
import { announce } from './banner.js';
import { explainListenError } from './listen-error.js';
import { type FilesInUse, readServeInputs, reloadables, watchFiles } from './serve-files.js';
import { createServeLog, type ServeLog, withoutAdminReads } from './serve-log.js';
import {
  type ApiKeys,
  readSettingsFile,
  resolveSettings,
  type ServeSettings,
  type SettingSources,
} from './settings.js';

export interface ServeRequest extends Pick<SettingSources, 'flags'> {
  readonly version: string;
}

export interface Serving {
  readonly server: RunningServer;
  readonly log: ServeLog;
  /** Stops accepting requests, finishes those in flight, and flushes the log. */
  stop(): Promise<void>;
}

/** What a server is made from. */
interface Parts {
  readonly settings: ServeSettings;
  readonly access: AdminAccess;
  readonly keys: ApiKeys;
  readonly stock: SeedOptions;
  readonly inUse: FilesInUse;
  readonly log: ServeLog;
  readonly version: string;
}

/** Runs `petstore-mock serve`: starts the server and prints its banner. Throws an InputError, and starts nothing, for invalid settings. */
export async function serve({ flags, version }: ServeRequest, terminal: Terminal): Promise<Serving> {
  const settings = resolveSettings({ flags, variables: terminal.variables, file: readSettingsFile(terminal.folder) });
  const access = resolveAdminAccess(settings);
  const { keys, ...inputs } = readServeInputs(settings);
  const handlersFile = settings.handlers;
  const handlers = handlersFile === undefined ? undefined : await loadUserHandlers(handlersFile);
  const log = createServeLog(settings.log, terminal);
  const stock = { pets: settings.pets, seed: settings.seed };
  const parts: Parts = { settings, access, keys, stock, inUse: { ...inputs, handlers }, log, version };

  const server = await startServer(serverOptions(parts)).catch((error: unknown) => {
    throw explainListenError(error, settings);
  });
  announce(
    { server, settings, keys, deployment: inputs.deployment, handlers, handlersFile, access, version },
    log,
    terminal,
  );
  const watching = settings.watch ? await watchSettings(parts, server.world) : undefined;
  return {
    server,
    log,
    stop: async () => {
      await Promise.all([server.close(), watching?.close()]);
      await log.flush();
    },
  };
}

function serverOptions(parts: Parts): ServerOptions {
  const { settings, access, inUse, log } = parts;
  const { port, host, worlds, worldIdle } = settings;
  return {
    port,
    host,
    createWorld: worldFactory(parts),
    secrets: access.state === 'open' ? [access.token] : [],
    worlds: { most: worlds, idleMs: worldIdle },
    log: access.state === 'open' ? withoutAdminReads(log) : log,
    ...(access.state === 'open' && { admin: controlRoomOpener(parts, access.token) }),
    userHandlers: () => inUse.handlers,
  };
}

/** Worlds that are created later start with the files as they were last read. */
function worldFactory({ settings, access, keys, stock, inUse, log }: Parts): ServerOptions['createWorld'] {
  // Only the control room reads the journal.
  const journalLimit = access.state === 'open' ? settings.journal : 0;
  return (origin, own, links) =>
    new World(
      {
        baseUrl: `${origin}${settings.basePath}`,
        ...stock,
        ...(inUse.fixture && { fixture: inUse.fixture }),
        ...(inUse.behaviour && { behaviour: inUse.behaviour }),
        latency: settings.latency,
        keys: Object.fromEntries(keys),
        cors: settings.cors,
        showAssumptions: settings.assumed,
        onBug: log.bug,
        ...own,
        journalLimit: Math.min(journalLimit, own.journalLimit ?? journalLimit),
      },
      { ...links, deployment: inUse.deployment },
    );
}

function controlRoomOpener({ settings, version }: Parts, token: string): NonNullable<ServerOptions['admin']> {
  return (worlds) =>
    openControlRoom({
      version,
      mode: { kind: 'fake', worlds },
      ...journalJudges(),
      token,
      host: settings.host,
      allowedHosts: settings.allowedHosts,
      pageFolder: PAGE_FOLDER,
    });
}

function watchSettings({ settings, stock, inUse, log }: Parts, world: World): ReturnType<typeof watchFiles> {
  const files = reloadables(settings, world, stock, inUse);
  if (files.length === 0) {
    log.problem(`${settings.chosenBy.watch}: nothing to watch. Name a file: --fixture store.json`);
  }
  return watchFiles(files, log);
}
