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

/** What stands in the files that settings name. */
export interface ServeInputs {
  /** Keys of the settings and of the key file; where both have one, the setting wins. */
  readonly keys: ApiKeys;
  readonly fixture: Fixture | undefined;
  readonly behaviour: PartialBehaviour | undefined;
  /** The deployment that the profile tells of. */
  readonly deployment: Deployment | undefined;
}

/** Reads every file that settings name. Throws an InputError with the file's name, the place and what would work. */
export function readServeInputs({ keys, keyFile, fixture, behaviour, profile, latency }: ServeSettings): ServeInputs {
  if (latency.value && profile === undefined) {
    const problem = 'there is no profile to take the latency from';
    throw new InputError(`Reading ${latency.chosenBy}`, problem, 'Add --profile petstore-profile.json');
  }
  return {
    keys: new Map([...(keyFile === undefined ? [] : readKeyFile(keyFile.value)), ...keys]),
    fixture: fixture && readFixture(fixture.value),
    behaviour: behaviour && readBehaviour(behaviour.value),
    deployment: profile && readDeployment(profile.value),
  };
}

function readFixture(file: string): Fixture {
  return parseFixture(
    readTextFile(file, `Reading the fixture ${file}`, 'Name a JSON file: --fixture store.json'),
    file,
  );
}

function readBehaviour(file: string): PartialBehaviour {
  const remedy = 'A behaviour that works: {"retry-after-format": "http-date"}.';
  return parseBehaviour(readTextFile(file, `Reading the behaviour ${file}`, remedy), file);
}

function readDeployment(file: string): Deployment {
  const remedy = 'A profile is what petstore-mock learn https://api.example.com/v1 writes';
  return openDeployment(parseProfile(readTextFile(file, `Reading the profile ${file}`, remedy), file));
}

function readKeyFile(file: string): ApiKeys {
  const remedy = 'A key file that works has lines such as my_key:pro';
  return parseKeyFile(readTextFile(file, `Reading the keys ${file}`, remedy), file);
}

export interface WatchedFiles {
  readonly fixture: string | undefined;
  readonly behaviour: string | undefined;
  readonly profile: string | undefined;
  readonly handlers: string | undefined;
}

/** What was read of the files last: worlds that are yet to be made begin with it. */
export interface FilesInUse {
  fixture: Fixture | undefined;
  behaviour: PartialBehaviour | undefined;
  deployment: Deployment | undefined;
  handlers: UserHandlers | undefined;
}

/** Tells for each file that was named how to read it again and put it to use: in a running world, and in `inUse`. */
export function reloadables(files: WatchedFiles, world: World, stock: SeedOptions, inUse: FilesInUse): Reloadable[] {
  const { fixture, behaviour, profile, handlers } = files;
  const found: Reloadable[] = [];
  if (fixture !== undefined) {
    const reload = () => {
      const read = readFixture(fixture);
      world.seed({ ...stock, fixture: read });
      inUse.fixture = read;
      return `${counted(world.inventory.list().length, 'pet')}; quotas, bans and the clock begin anew`;
    };
    found.push({ file: fixture, reload });
  }
  if (behaviour !== undefined) {
    const reload = () => {
      const read = readBehaviour(behaviour);
      world.setBehaviour(fullBehaviour({ ...inUse, behaviour: read }, world));
      inUse.behaviour = read;
      return 'it holds from the next request on';
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

/** Returns every question, so that what a file no longer says goes back to what held without it. */
function fullBehaviour({ deployment, behaviour }: FilesInUse, { clock }: World): Behaviour {
  const learned = deployment && learnedBehaviour(deployment.profile, clock.now());
  return { ...defaultBehaviour, ...learned, ...behaviour };
}

/** A file that can be read again while the server runs. */
interface Reloadable {
  readonly file: string;
  /** Reads it and puts it to use; returns what has changed. Throws when it cannot be used, and then changes nothing. */
  readonly reload: () => string | Promise<string>;
}

/** Reloads files when they change, until it is closed. What cannot be used is reported, and the old state stays. */
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
        log.problem(`${error instanceof Error ? error.message : error} The server goes on with what it had.`);
      }
    });
    return watch(file, { ignoreInitial: true, awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 20 } })
      .on('add', reloadAgain)
      .on('change', reloadAgain)
      .on('unlink', () => log.problem(`${file} is gone. The server goes on with what it had.`))
      .on('error', (error) => log.problem(`${file} cannot be watched: ${String(error)}`));
  });
  await Promise.all(watchers.map((watcher) => new Promise<void>((resolve) => watcher.once('ready', resolve))));
  return {
    close: async () => {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}

/** Lets one run end before the next begins. */
function inTurn(run: () => Promise<void>): () => void {
  let last = Promise.resolve();
  return () => {
    last = last.then(run);
  };
}
