import { statSync } from 'node:fs';
import { type Fixture, parseFixture } from '../../../fixtures/parse-fixture.js';
import { type Deployment, openDeployment } from '../../../mocks/imitation/imitation.js';
import { learnedBehaviour } from '../../../mocks/imitation/learned-behaviour.js';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import type { World } from '../../../mocks/world.js';
import type { SeedOptions } from '../../../mocks/world-options.js';
import { parseProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import { readTextFile } from '../../files/read-file.js';
import { InputError } from '../../json/input-error.js';
import { counted } from '../../json/quoting.js';
import { dateAndTime } from '../../json/times.js';
import type { SharedStore } from '../../server/shared-store/shared-store.js';
import type { StateFile } from '../../server/state-file.js';
import type { TlsIdentity } from '../../server/tls-server.js';
import { loadUserHandlers, type UserHandlers } from '../../server/user-handlers.js';
import { type Behaviour, defaultBehaviour, type PartialBehaviour, parseBehaviour } from '../../service/behaviour.js';
import type { ControlRoomAccess } from '../serving.js';
import { openIdentity, type Tls } from '../tls-identity.js';
import type { ServeLog } from './serve-log.js';
import { serveOptions } from './serve-options.js';
import type { ServeSettings } from './settings.js';

export interface ServeParts {
  readonly settings: ServeSettings;
  readonly access: ControlRoomAccess;
  readonly inUse: LoadedFiles;
  readonly stateFile: StateFile | undefined;
  readonly store: SharedStore | undefined;
  /** Undefined: plain HTTP. */
  readonly tls: Tls | undefined;
  readonly log: ServeLog;
  readonly version: string;
}

/** The files as they were last read: worlds that are created later start with them. */
export interface LoadedFiles {
  fixture: Fixture | undefined;
  behaviour: PartialBehaviour | undefined;
  deployment: Deployment | undefined;
  handlers: UserHandlers | undefined;
  /** Worlds begin with it, and return to it. */
  state: SavedState | undefined;
}

export type WatchedFiles = Pick<ServeSettings, 'fixture' | 'behaviour' | 'profile' | 'fromState' | 'handlers'>;

/** How each file is read. Throws an InputError with the name of the file, the position and a fix. */
const readers = {
  fixture(file: string): Fixture {
    const remedy = 'Name a JSON file: --fixture store.json';
    return parseFixture(readTextFile(file, `Reading the fixture ${file}`, remedy), file);
  },
  behaviour(file: string): PartialBehaviour {
    const remedy = 'Try {"retry-after-format": "http-date"}.';
    return parseBehaviour(readTextFile(file, `Reading the behaviour ${file}`, remedy), file);
  },
  profile(file: string): Deployment {
    const remedy = 'Write one: petstore-mock learn https://api.example.com/v1';
    return openDeployment(parseProfile(readTextFile(file, `Reading the profile ${file}`, remedy), file));
  },
  fromState: async (file: string) => (await import('../../server/state-file.js')).readStateFile(file, '--from-state'),
  handlers: loadUserHandlers,
};

/** Reads every file that the settings name. Throws an InputError. */
export async function readServeFiles(settings: ServeSettings): Promise<LoadedFiles> {
  rejectContradictions(settings);
  const read = <Kind>(file: string | undefined, reader: (file: string) => Kind) =>
    file === undefined ? undefined : reader(file);
  return {
    fixture: read(settings.fixture, readers.fixture),
    behaviour: read(settings.behaviour, readers.behaviour),
    deployment: read(settings.profile, readers.profile),
    handlers: await read(settings.handlers, readers.handlers),
    state: await read(settings.fromState, readers.fromState),
  };
}

const replacedByState = ['fixture', 'pets', 'seed', 'behaviour', 'profile', 'latency'] as const;

function rejectContradictions(settings: ServeSettings): void {
  const { fromState, state, store, watch, chosenBy } = settings;
  const watched = watch && (['fixture', 'behaviour', 'profile', 'fromState'] as const).find((name) => settings[name]);
  if (store !== undefined && (state !== undefined || watched)) {
    const other =
      state === undefined ? `${chosenBy.watch} with ${serveOptions[watched || 'fixture'].flag}` : chosenBy.state;
    const problem = `all servers of a store have the state of the store, so ${other} contradicts it`;
    throw new InputError(`Reading ${chosenBy.store}`, problem, 'Leave one of them out');
  }
  const given = replacedByState.find((name) => chosenBy[name] !== 'the default');
  if (fromState !== undefined && given !== undefined) {
    const problem = `a state contains the store, the behaviour and the profile, so ${chosenBy[given]} contradicts it`;
    throw new InputError(`Reading ${chosenBy.fromState}`, problem, 'Leave one of them out');
  }
}

export interface Reloadable {
  readonly file: string;
  /** Reloads it; returns what has changed. Throws, and changes nothing, if it is invalid. */
  readonly reload: () => string | Promise<string>;
}

/** Returns how to reload each named file, in a running world and in `inUse`. */
export function reloadables(files: WatchedFiles, world: World, stock: SeedOptions, inUse: LoadedFiles): Reloadable[] {
  const reloads: Readonly<Record<keyof WatchedFiles, (file: string) => string | Promise<string>>> = {
    fixture(file) {
      const fixture = readers.fixture(file);
      world.seed({ ...stock, fixture });
      inUse.fixture = fixture;
      return `${counted(world.inventory.list().length, 'pet')}; quotas, bans and the clock are reset`;
    },
    behaviour(file) {
      const behaviour = readers.behaviour(file);
      world.setBehaviour(fullBehaviour({ ...inUse, behaviour }, world));
      inUse.behaviour = behaviour;
      return 'applies from the next request';
    },
    profile(file) {
      const deployment = readers.profile(file);
      world.setBehaviour(fullBehaviour({ ...inUse, deployment }, world));
      world.imitate(deployment);
      inUse.deployment = deployment;
      return describeProfile(deployment.profile);
    },
    async fromState(file) {
      const state = await readers.fromState(file);
      world.begin(state);
      inUse.state = state;
      return `${counted(world.inventory.list().length, 'pet')}; everything is as it was at ${takenAt(state.takenAtMs)}`;
    },
    async handlers(file) {
      inUse.handlers = await loadUserHandlers(file);
      return counted(inUse.handlers.count, 'handler');
    },
  };
  return (Object.keys(reloads) as (keyof WatchedFiles)[]).flatMap((kind) => {
    const file = files[kind];
    return file === undefined ? [] : [{ file, reload: () => reloads[kind](file) }];
  });
}

/** Returns a choice for every question: one that a file no longer makes returns to what applies without it. */
function fullBehaviour({ deployment, behaviour }: LoadedFiles, { clock }: World): Behaviour {
  const learned = deployment && learnedBehaviour(deployment.profile, clock.now());
  return { ...defaultBehaviour, ...learned, ...behaviour };
}

export function takenAt(takenAtMs: number): string {
  return `${dateAndTime(takenAtMs, 'minute')} UTC`;
}

export function describeProfile({ source: { baseUrl, kind, learnedAt } }: Profile): string {
  const origin = kind === 'recording' ? `a recording of ${baseUrl}` : baseUrl;
  return `learned from ${origin} on ${learnedAt.slice(0, 10)}`;
}

/** Between two looks at the files. */
const LOOK_MS = 100;

/** Reloads files when they change, until it is closed, and calls `changed` after each reload. An invalid file is reported, and the previous state stays. */
export function watchFiles(
  reloadables: readonly Reloadable[],
  log: Pick<ServeLog, 'note' | 'problem'>,
  changed = () => {},
): { close(): void } {
  const looks = reloadables.map(({ file, reload }) => {
    // One reload ends before the next begins.
    let last = Promise.resolve();
    const reloadInTurn = () => {
      last = last.then(async () => {
        try {
          log.note(`Reloaded ${file}: ${await reload()}.`);
        } catch (error) {
          const problem = error instanceof InputError ? error.inWords : error instanceof Error ? error.message : error;
          log.problem(`${String(problem).replace(/(?<![.!?])$/, '.')} The server keeps the previous version.`);
        }
        changed();
      });
    };
    return onceStable(file, (version) => {
      if (version !== undefined) reloadInTurn();
      else log.problem(`${file} was deleted. The server keeps the previous version.`);
    });
  });
  const lookAtAll = () => {
    for (const look of looks) look();
  };
  const timer = setInterval(lookAtAll, LOOK_MS);
  return { close: () => clearInterval(timer) };
}

/** Returns a function to call again and again. It reports another version of a file once it has met it twice: until then it may be half written. */
function onceStable(file: string, report: (version: string | undefined) => void): () => void {
  let reported = versionOf(file);
  let seen = reported;
  return () => {
    const before = seen;
    seen = versionOf(file);
    if (seen !== before || seen === reported) return;
    reported = seen;
    report(seen);
  };
}

/** Identifies what is behind a path, links followed: Kubernetes replaces the links of a ConfigMap. Undefined: nothing is. */
function versionOf(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats && [stats.dev, stats.ino, stats.size, stats.mtimeMs].join();
  } catch (error) {
    // Reading the file explains it.
    return String(error);
  }
}

type TlsSettings = Pick<ServeSettings, 'tlsCert' | 'tlsKey' | 'chosenBy'>;

/** Returns the certificate and key that the settings name; undefined without TLS. Throws an InputError, which never quotes the key. */
export function openTls({ tlsCert, tlsKey, chosenBy }: TlsSettings): Tls | undefined {
  return openIdentity(
    { file: tlsCert, flag: '--tls-cert', chosenBy: chosenBy.tlsCert },
    { file: tlsKey, flag: '--tls-key', chosenBy: chosenBy.tlsKey },
  );
}

export function tlsReloadables(settings: TlsSettings, renew: (tls: TlsIdentity) => void) {
  const reload = () => {
    const tls = openTls(settings) as Tls;
    renew(tls);
    return `the certificate is valid until ${tls.validUntil}; it applies to new connections`;
  };
  return [settings.tlsCert, settings.tlsKey].flatMap((file) => (file === undefined ? [] : [{ file, reload }]));
}
