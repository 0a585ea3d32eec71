import { type Fixture, parseFixture } from '../../../fixtures/parse-fixture.js';
import { type Deployment, openDeployment } from '../../../mocks/imitation/deployment.js';
import { learnedBehaviour } from '../../../mocks/imitation/learned-behaviour.js';
import type { World } from '../../../mocks/world.js';
import type { SeedOptions } from '../../../mocks/world-options.js';
import { parseProfile } from '../../fidelity/profile/parse-profile.js';
import { loadUserHandlers, type UserHandlers } from '../../server/user-handlers.js';
import { type Behaviour, defaultBehaviour } from '../../spec/behaviour.js';
import { counted } from '../../spec/quoting.js';
import { InputError } from '../../spec/validation/input-error.js';
import { type PartialBehaviour, parseBehaviour } from '../../spec/validation/parse-behaviour.js';
import { readTextFile } from '../files.js';
import { describeProfile } from './banner.js';
import type { ServeLog } from './serve-log.js';
import { type ApiKeys, parseKeyFile, type ServeSettings } from './settings.js';

/** The contents of the files that the settings name. */
export interface ServeInputs {
  /** Keys of the settings and of the key file; the settings win. */
  readonly keys: ApiKeys;
  readonly fixture: Fixture | undefined;
  readonly behaviour: PartialBehaviour | undefined;
  /** The deployment that the profile describes. */
  readonly deployment: Deployment | undefined;
}

/** Reads every file that the settings name. Throws an InputError with the name of the file, the position and a fix. */
export function readServeInputs({
  keys,
  keyFile,
  fixture,
  behaviour,
  profile,
  latency,
  chosenBy,
}: ServeSettings): ServeInputs {
  if (latency && profile === undefined) {
    const problem = 'latency comes from a profile, and none is given';
    throw new InputError(`Reading ${chosenBy.latency}`, problem, 'Add --profile petstore-profile.json');
  }
  return {
    keys: new Map([...(keyFile === undefined ? [] : readKeyFile(keyFile)), ...keys]),
    fixture: fixture === undefined ? undefined : readFixture(fixture),
    behaviour: behaviour === undefined ? undefined : readBehaviour(behaviour),
    deployment: profile === undefined ? undefined : readDeployment(profile),
  };
}

function readFixture(file: string): Fixture {
  return parseFixture(
    readTextFile(file, `Reading the fixture ${file}`, 'Name a JSON file: --fixture store.json'),
    file,
  );
}

function readBehaviour(file: string): PartialBehaviour {
  const remedy = 'Try {"retry-after-format": "http-date"}.';
  return parseBehaviour(readTextFile(file, `Reading the behaviour ${file}`, remedy), file);
}

function readDeployment(file: string): Deployment {
  const remedy = 'Write one: petstore-mock learn https://api.example.com/v1';
  return openDeployment(parseProfile(readTextFile(file, `Reading the profile ${file}`, remedy), file));
}

function readKeyFile(file: string): ApiKeys {
  const remedy = 'A key file has lines such as my_key:pro';
  return parseKeyFile(readTextFile(file, `Reading the keys ${file}`, remedy), file);
}

export type WatchedFiles = Pick<ServeSettings, 'fixture' | 'behaviour' | 'profile' | 'handlers'>;

/** The files as they were last read: worlds that are created later start with them. */
export interface FilesInUse {
  fixture: Fixture | undefined;
  behaviour: PartialBehaviour | undefined;
  deployment: Deployment | undefined;
  handlers: UserHandlers | undefined;
}

/** Returns how to reload each named file, in a running world and in `inUse`. */
export function reloadables(files: WatchedFiles, world: World, stock: SeedOptions, inUse: FilesInUse): Reloadable[] {
  const { fixture, behaviour, profile, handlers } = files;
  const found: Reloadable[] = [];
  if (fixture !== undefined) {
    const reload = () => {
      const read = readFixture(fixture);
      world.seed({ ...stock, fixture: read });
      inUse.fixture = read;
      return `${counted(world.inventory.list().length, 'pet')}; quotas, bans and the clock are reset`;
    };
    found.push({ file: fixture, reload });
  }
  if (behaviour !== undefined) {
    const reload = () => {
      const read = readBehaviour(behaviour);
      world.setBehaviour(fullBehaviour({ ...inUse, behaviour: read }, world));
      inUse.behaviour = read;
      return 'applies from the next request';
    };
    found.push({ file: behaviour, reload });
  }
  if (profile !== undefined) {
    const reload = () => {
      const read = readDeployment(profile);
      world.setBehaviour(fullBehaviour({ ...inUse, deployment: read }, world));
      world.imitate(read);
      inUse.deployment = read;
      return describeProfile(read.profile);
    };
    found.push({ file: profile, reload });
  }
  if (handlers !== undefined) {
    const reload = async () => {
      const loaded = await loadUserHandlers(handlers);
      inUse.handlers = loaded;
      return counted(loaded.count, 'handler');
    };
    found.push({ file: handlers, reload });
  }
  return found;
}

/** Returns a choice for every question: one that a file no longer makes returns to what applies without it. */
function fullBehaviour({ deployment, behaviour }: FilesInUse, { clock }: World): Behaviour {
  const learned = deployment && learnedBehaviour(deployment.profile, clock.now());
  return { ...defaultBehaviour, ...learned, ...behaviour };
}

/** A file that can be reloaded while the server runs. */
interface Reloadable {
  readonly file: string;
  /** Reloads it; returns what has changed. Throws, and changes nothing, if it is invalid. */
  readonly reload: () => string | Promise<string>;
}

/** Reloads files when they change, until it is closed. An invalid file is reported, and the previous state stays. */
export async function watchFiles(
  reloadables: readonly Reloadable[],
  log: Pick<ServeLog, 'note' | 'problem'>,
): Promise<{ close(): Promise<void> }> {
  const { watch } = await import('chokidar');
  const watchers = reloadables.map(({ file, reload }) => {
    const reloadAgain = inTurn(async () => {
      try {
        log.note(`Reloaded ${file}: ${await reload()}.`);
      } catch (error) {
        log.problem(`${error instanceof Error ? error.message : error} The server keeps the previous version.`);
      }
    });
    return watch(file, { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 20 } })
      .on('add', reloadAgain)
      .on('change', reloadAgain)
      .on('unlink', () => log.problem(`${file} was deleted. The server keeps the previous version.`))
      .on('error', (error) => log.problem(`${file} cannot be watched: ${String(error)}`));
  });
  await Promise.all(watchers.map((watcher) => new Promise<void>((resolve) => watcher.once('ready', resolve))));
  return {
    close: async () => {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}

/** Makes runs wait for each other. */
function inTurn(run: () => Promise<void>): () => void {
  let last = Promise.resolve();
  return () => {
    last = last.then(run);
  };
}
