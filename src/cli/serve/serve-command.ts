import { readFileSync } from 'node:fs';
import { isSampleKey, sampleKeyOf, sampleKeys } from '../../../fixtures/keys.js';
import { World } from '../../../mocks/world.js';
import { counted } from '../../json/quoting.js';
import { ADMIN_PATH } from '../../server/admin/admin-path.js';
import { openControlRoom } from '../../server/admin/open-control-room.js';
import type { StoreAddress } from '../../server/shared-store/connection.js';
import type { SharedStore } from '../../server/shared-store/shared-store.js';
import { type RunningServer, type ServerOptions, startServer } from '../../server/start-server.js';
import type { BannerRow, ControlRoomAccess } from '../serving.js';
import * as serving from '../serving.js';
import { type Colors, colorsFor, shellWord, type Terminal } from '../terminal.js';
import {
  describeProfile,
  openTls,
  readServeFiles,
  reloadables,
  type ServeParts,
  takenAt,
  tlsReloadables,
  watchFiles,
} from './serve-files.js';
import { createServeLog, type ServeLog } from './serve-log.js';
import { serveOptions } from './serve-options.js';
import { type ApiKeys, readSettingsFile, resolveSettings, type SettingSources } from './settings.js';

export interface ServeRequest extends Pick<SettingSources, 'flags'> {
  readonly version: string;
}

export interface Serving {
  readonly server: RunningServer;
  readonly access: ControlRoomAccess;
  readonly log: ServeLog;
  /** Stops accepting requests, and finishes those in flight. */
  stop(): Promise<void>;
}

/** Runs `petstore-mock serve`: starts the server and prints its banner. Throws an InputError, and starts nothing, for invalid settings. */
export async function serve({ flags, version }: ServeRequest, terminal: Terminal): Promise<Serving> {
  const { stdout, variables, folder } = terminal;
  const settings = resolveSettings({ flags, variables, file: readSettingsFile(folder) });
  const access = serving.resolveAdminAccess(settings);
  const inUse = await readServeFiles(settings);
  const tls = openTls(settings);
  const log = createServeLog(settings.log, terminal);
  const stateFile =
    settings.state === undefined
      ? undefined
      : new (await import('../../server/state-file.js')).StateFile(settings.state, log);
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
    throw serving.explainListenError(error, settings);
  }
}

function serverOptions(parts: ServeParts): ServerOptions {
  const { settings, access, inUse, stateFile, store, tls, log, version } = parts;
  const { port, host, worlds, worldIdle, allowedHosts, chosenBy } = settings;
  const options: ServerOptions = {
    port,
    host,
    secondHost: serving.secondHostFor(chosenBy.host),
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
  const room = { ...serving.journalJudges(), token: access.token, host, allowedHosts, pageFolder: serving.PAGE_FOLDER };
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

/** Returns the facts about a started server. Contains no secret of the user. */
function bannerFacts({ settings, inUse, stateFile, store, tls, access, version }: ServeParts, server: RunningServer) {
  const { fixture, handlers: handlersFile, host, fromState, state } = settings;
  const { handlers } = inUse;
  const { inventory, imitation } = server.world;
  const profile = imitation?.deployment.profile;
  const continues = stateFile?.takenAtMs !== undefined;
  const isNew = inUse.state === undefined && !continues;
  return {
    version,
    url: server.url,
    keys: bannerKeys(settings.keys, server),
    /** A state file alone says what is in stock. */
    stock: {
      pets: inventory.list().length,
      seed: isNew ? settings.seed : undefined,
      fixture: isNew ? fixture : undefined,
    },
    /** The sample key of the curl line. */
    keyToTry: sampleKeyOf(profile?.limit.plan ?? 'free') ?? '',
    profile: profile && describeProfile(profile),
    handlers: handlers && { file: handlersFile, count: handlers.count },
    fromState: fromState && describeState(fromState, inUse.state?.takenAtMs),
    state: state && describeState(state, stateFile?.takenAtMs),
    store: store?.shown,
    tls: tls && { file: tls.file, isSelfSigned: tls.isSelfSigned, validUntil: tls.validUntil },
    ...serving.controlRoomFacts(access, server.origin, host),
    adminUrl: access.state === 'open' ? `${server.origin}${ADMIN_PATH}` : undefined,
  };
}

export type BannerFacts = ReturnType<typeof bannerFacts>;

function describeState(file: string, takenAtMs: number | undefined): string {
  return `${file}, ${takenAtMs === undefined ? 'new' : `taken ${takenAt(takenAtMs)}`}`;
}

/** Sample keys are public, even with another plan. The user's own keys are secrets: they appear under their pseudonyms. */
function bannerKeys(keys: ApiKeys, { world }: RunningServer) {
  const samples = sampleKeys.map(({ key, plan, revoked }) => ({
    name: key,
    plan: keys.get(key) ?? (revoked ? 'revoked' : plan),
  }));
  const own = [...keys].filter(([key]) => !isSampleKey(key));
  return [
    ...samples,
    ...own.map(([key, plan]) => ({ name: world.accounts.ofKey(key)?.alias ?? 'a key', plan })),
  ] as readonly { readonly name: string; readonly plan: string }[];
}

const KEYS_PER_LINE = 3;

export function bannerText(facts: BannerFacts, colors: Colors): string {
  const { cyan, dim, green } = colors;
  const { stock, profile, handlers, tls } = facts;
  const origin = [stock.fixture, stock.seed === undefined ? undefined : `seed ${stock.seed}`].filter((part) => part);
  const keys = facts.keys.map(({ name, plan }) => `${name} ${dim(`(${plan})`)}`);
  const keyRows = keys.flatMap((_, index): BannerRow[] =>
    index % KEYS_PER_LINE > 0 ? [] : [[index === 0 ? 'Keys' : '', keys.slice(index, index + KEYS_PER_LINE).join('  ')]],
  );
  const rows: BannerRow[] = [
    ['URL', cyan(facts.url)],
    ['Try', green(curlLine(facts))],
    ['TLS', tls && `${tls.file} ${dim(`(until ${tls.validUntil})`)}`],
    ...keyRows,
    ['Stock', `${counted(stock.pets, 'pet')} ${origin.length === 0 ? '' : dim(`(${origin.join(', ')})`)}`.trimEnd()],
    ['From', facts.fromState],
    ['State', facts.state],
    ['Store', facts.store],
    ['Profile', profile],
    ['Handlers', handlers && `${handlers.count} ${dim(`(${handlers.file})`)}`],
  ];
  return serving.formatBanner(`petstore-mock ${facts.version}`, rows, facts, colors);
}

function curlLine({ url, keyToTry: key, tls }: BannerFacts): string {
  const trusting = tls?.isSelfSigned ? `--cacert ${shellWord(tls.file)} ` : '';
  return `curl ${trusting}-H 'Authorization: Bearer ${key}' ${shellWord(serving.urlToTry(url))}`;
}
