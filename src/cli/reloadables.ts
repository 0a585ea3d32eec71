import type { Fixture } from '../../fixtures/parse-fixture.js';
import type { World } from '../../mocks/world.js';
import type { SeedOptions } from '../../mocks/world-options.js';
import { counted } from '../json/counted.js';
import { loadUserHandlers, type UserHandlers } from '../server/user-handlers.js';
import type { Behaviour } from '../spec/behaviour.js';
import { readBehaviour, readFixture } from './serve-inputs.js';
import type { Reloadable } from './watch.js';

export interface WatchedFiles {
  readonly fixture: string | undefined;
  readonly behaviour: string | undefined;
  readonly handlers: string | undefined;
}

/** What is told of each file that was read again and put to use, for the worlds that are yet to be made. */
export interface ReloadedFiles {
  fixture(fixture: Fixture): void;
  behaviour(behaviour: Behaviour): void;
  handlers(handlers: UserHandlers): void;
}

/** Tells for each file that was named how to read it again and put it to use in a running world. */
export function reloadables(
  files: WatchedFiles,
  world: World,
  stock: SeedOptions,
  reloaded: ReloadedFiles,
): Reloadable[] {
  const { fixture, behaviour, handlers } = files;
  const found: Reloadable[] = [];
  if (fixture !== undefined) {
    const reload = () => {
      const read = readFixture(fixture);
      world.seed({ ...stock, fixture: read });
      reloaded.fixture(read);
      return `${counted(world.inventory.list().length, 'pet')}; quotas, bans and the clock begin anew`;
    };
    found.push({ file: fixture, reload });
  }
  if (behaviour !== undefined) {
    const reload = () => {
      const read = readBehaviour(behaviour);
      world.setBehaviour(read);
      reloaded.behaviour(read);
      return 'it holds from the next request on';
    };
    found.push({ file: behaviour, reload });
  }
  if (handlers !== undefined) {
    const reload = async () => {
      const loaded = await loadUserHandlers(handlers);
      reloaded.handlers(loaded);
      return counted(loaded.count, 'handler');
    };
    found.push({ file: handlers, reload });
  }
  return found;
}
