import type { Fixture } from '../../../fixtures/parse-fixture.js';
import type { Deployment } from '../../../mocks/imitation/deployment.js';
import { learnedBehaviour } from '../../../mocks/imitation/learned-behaviour.js';
import type { World } from '../../../mocks/world.js';
import type { SeedOptions } from '../../../mocks/world-options.js';
import { counted } from '../../json/counted.js';
import { loadUserHandlers, type UserHandlers } from '../../server/user-handlers.js';
import { type Behaviour, defaultBehaviour } from '../../spec/behaviour.js';
import type { PartialBehaviour } from '../../validation/parse-behaviour.js';
import { describeProfile } from './describe-profile.js';
import { readBehaviour, readDeployment, readFixture } from './serve-inputs.js';
import type { Reloadable } from './watch-files.js';

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
      world.setBehaviour(everyAnswer({ ...inUse, behaviour: read }, world));
      inUse.behaviour = read;
      return 'it holds from the next request on';
    };
    found.push({ file: behaviour, reload });
  }
  if (profile !== undefined) {
    const reload = () => {
      const read = readDeployment(profile);
      world.setBehaviour(everyAnswer({ ...inUse, deployment: read }, world));
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

/** Answers every question, so that what a file no longer says goes back to what held without it. */
function everyAnswer({ deployment, behaviour }: FilesInUse, { clock }: World): Behaviour {
  const learned = deployment && learnedBehaviour(deployment.profile, clock.now());
  return { ...defaultBehaviour, ...learned, ...behaviour };
}
