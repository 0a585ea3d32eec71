import { createWorld } from '../../mocks/world.js';
import { generateAdminToken } from '../server/admin/admin-token.js';
import { type RunningServer, startServer } from '../server/start-server.js';
import { loadUserHandlers, type UserHandlers } from '../server/user-handlers.js';
import { announce } from './announce.js';
import { explainListenError } from './listen-error.js';
import { reloadables } from './reloadables.js';
import { readServeInputs } from './serve-inputs.js';
import { createServeLog, type ServeLog } from './serve-log.js';
import { resolveSettings, type SettingSources } from './settings.js';
import { readSettingsFile } from './settings-file.js';
import type { Terminal } from './terminal.js';
import { watchFiles } from './watch.js';

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
  const { keys, fixture, behaviour } = readServeInputs(settings);
  let handlers = handlersFile === undefined ? undefined : await loadUserHandlers(handlersFile);
  const adminToken = settings.adminToken?.value ?? generateAdminToken();
  const log = createServeLog(settings.log.value, terminal);
  const stock = { pets: settings.pets.value, seed: settings.seed.value };

  const server = await startServer({
    port: settings.port.value,
    host: settings.host.value,
    createWorld: (origin) =>
      createWorld({
        baseUrl: `${origin}${settings.basePath.value}`,
        ...stock,
        ...(fixture && { fixture }),
        ...(behaviour && { behaviour }),
        keys: Object.fromEntries(keys),
        cors: settings.cors.value,
        showAssumptions: settings.assumed.value,
        onBug: log.bug,
        // Nothing reads it here, so nothing is to be paid for it.
        journalLimit: 0,
      }),
    log,
    admin: { token: adminToken, version },
    userHandlers: () => handlers,
  }).catch((error: unknown) => {
    throw explainListenError(error, settings.port, settings.host);
  });

  announce({ server, settings, keys, handlers, handlersFile, adminToken, version }, log, terminal);
  const files = { fixture: settings.fixture?.value, behaviour: settings.behaviour?.value, handlers: handlersFile };
  const useHandlers = (loaded: UserHandlers) => {
    handlers = loaded;
  };
  const watched = settings.watch.value ? reloadables(files, server.world, stock, useHandlers) : undefined;
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
