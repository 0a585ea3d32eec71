import { readFileSync } from 'node:fs';
import { World } from '../../../mocks/world.js';
import { openControlRoom } from '../../server/admin/open-control-room.js';
import type { StoreAddress } from '../../server/shared-store/connection.js';
import type { SharedStore } from '../../server/shared-store/shared-store.js';
import { type RunningServer, type ServerOptions, startServer } from '../../server/start-server.js';
import { StateFile } from '../../server/state-file.js';
import {
  type AdminAccess,
  explainListenError,
  journalJudges,
  PAGE_FOLDER,
  resolveAdminAccess,
  secondHostFor,
} from '../serving.js';
import { colorsFor, type Terminal } from '../terminal.js';
import { bannerFacts, bannerText } from './banner.js';
import { openTls, readServeFiles, reloadables, type ServeParts, tlsReloadables, watchFiles } from './serve-files.js';
import { createServeLog, type ServeLog } from './serve-log.js';
import { serveOptions } from './serve-options.js';
import { readSettingsFile, resolveSettings, type SettingSources } from './settings.js';

export interface ServeRequest extends Pick<SettingSources, 'flags'> {
  readonly version: string;
}

export interface Serving {
  readonly server: RunningServer;
  readonly access: AdminAccess;
  readonly log: ServeLog;
  /** Stops accepting requests, and finishes those in flight. */
  stop(): Promise<void>;
}

/** Runs `petstore-mock serve`: starts the server and prints its banner. Throws an InputError, and starts nothing, for invalid settings. */
export async function serve({ flags, version }: ServeRequest, terminal: Terminal): Promise<Serving> {
  const { stdout, variables, folder } = terminal;
  const settings = resolveSettings({ flags, variables, file: readSettingsFile(folder) });
  const access = resolveAdminAccess(settings);
  const inUse = await readServeFiles(settings);
  const tls = openTls(settings);
  const log = createServeLog(settings.log, terminal);
  const stateFile = settings.state === undefined ? undefined : new StateFile(settings.state, log);
  const store = settings.store && (await joinStore(settings.store, { settings, access, version }));
  const parts: ServeParts = { settings, access, inUse, stateFile, store, tls, log, version };
  const server = await startServing(parts);
  const facts = bannerFacts(parts, server);
  if (settings.log === 'json') log.note('listening', facts);
  else stdout.write(bannerText(facts, colorsFor(stdout, variables)));

  const { pets, seed, watch, chosenBy } = settings;
  const files = [
    ...reloadables(settings, server.world, { pets, seed }, inUse),
    ...tlsReloadables(settings, (renewed) => server.renewCertificate(renewed)),
  ];
  const isWatching = watch && files.length > 0;
  if (watch && !isWatching) log.problem(`${chosenBy.watch}: nothing to watch. Name a file: --fixture store.json`);
  const watching = isWatching ? watchFiles(files, log, () => server.worlds.noteChange()) : undefined;
  return {
    server,
    access,
    log,
    stop: async () => {
      watching?.close();
      await server.close();
      await stateFile?.close();
    },
  };
}

/** Options that decide about responses. Those that are files count by their contents. */
const comparedValues = [
  'basePath',
  'pets',
  'seed',
  'latency',
  'cors',
  'journal',
  'worlds',
  'worldIdle',
  'worldHeader',
] as const;
const comparedFiles = ['fixture', 'behaviour', 'profile', 'fromState'] as const;

/** Joins the store of `--store`, whose code is loaded only if it is wanted. Rejects with an InputError if that fails, and if its other servers have other options. */
async function joinStore(
  address: StoreAddress,
  { settings, access, version }: Pick<ServeParts, 'settings' | 'access' | 'version'>,
): Promise<SharedStore> {
  const contentOf = (name: string | undefined) => (name === undefined ? '' : readFileSync(name, 'latin1'));
  const terms = {
    'petstore-mock': version,
    'the admin API': access.state === 'open' ? 'on' : 'off',
    ...Object.fromEntries(comparedValues.map((name) => [serveOptions[name].flag, String(settings[name])])),
    ...Object.fromEntries(comparedFiles.map((name) => [serveOptions[name].flag, contentOf(settings[name])])),
    '--key': JSON.stringify([...settings.keys]),
  };
  const { openSharedStore } = await import('../../server/shared-store/shared-store.js');
  return openSharedStore({ address, terms });
}

async function startServing(parts: ServeParts): Promise<RunningServer> {
  const { settings, stateFile, store } = parts;
  let server: RunningServer | undefined;
  try {
    server = await startServer(serverOptions(parts));
    await stateFile?.follow(server.worlds);
    return server;
  } catch (error) {
    await server?.close();
    store?.close();
    await stateFile?.close();
    throw explainListenError(error, settings);
  }
}

function serverOptions(parts: ServeParts): ServerOptions {
  const { settings, access, inUse, stateFile, store, tls, log, version } = parts;
  const { port, host, worlds, worldIdle, allowedHosts, chosenBy } = settings;
  const options: ServerOptions = {
    port,
    host,
    secondHost: secondHostFor(chosenBy.host),
    trustsProxy: settings.trustProxy,
    createWorld: worldFactory(parts),
    secrets: access.state === 'open' ? [access.token] : [],
    worlds: { most: worlds, idleMs: worldIdle, byHeader: settings.worldHeader },
    metrics: settings.metrics,
    log,
    onOpen: (open) => stateFile?.restoreTo(open.shared.world),
    tls,
    store,
    userHandlers: () => inUse.handlers,
  };
  if (access.state !== 'open') return options;
  const isSecure = tls !== undefined;
  const room = { ...journalJudges(), token: access.token, host, allowedHosts, isSecure, pageFolder: PAGE_FOLDER };
  return {
    ...options,
    admin: (own, readStore) => openControlRoom({ version, mode: { kind: 'fake', worlds: own, readStore }, ...room }),
  };
}

/** Worlds that are created later start with the files as they were last read. */
function worldFactory({ settings, access, inUse, log }: ServeParts): ServerOptions['createWorld'] {
  // Only the control room reads the journal.
  const journalLimit = access.state === 'open' ? settings.journal : 0;
  return (origin, own, links) =>
    new World(
      {
        baseUrl: `${origin}${settings.basePath}`,
        pets: settings.pets,
        seed: settings.seed,
        ...(inUse.fixture && { fixture: inUse.fixture }),
        ...(inUse.behaviour && { behaviour: inUse.behaviour }),
        latency: settings.latency,
        cors: settings.cors,
        showAssumptions: settings.assumed,
        onBug: log.bug,
        ...own,
        // A world with the sample keys has those of the user, too. Their places are the same in every world.
        keys: links.hasSampleKeys === false ? { ...own.keys } : { ...Object.fromEntries(settings.keys), ...own.keys },
        journalLimit: Math.min(journalLimit, own.journalLimit ?? journalLimit),
      },
      { ...links, deployment: inUse.deployment },
      inUse.state,
    );
}
