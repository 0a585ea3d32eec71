import type { World } from '../../mocks/world.js';
import type { SeedOptions } from '../../mocks/world-options.js';
import { counted } from '../json/counted.js';
import { loadUserHandlers, type UserHandlers } from '../server/user-handlers.js';
import { readBehaviour, readFixture } from './serve-inputs.js';
import type { Reloadable } from './watch.js';

export interface WatchedFiles {
  readonly fixture: string | undefined;
  readonly behaviour: string | undefined;
  readonly handlers: string | undefined;
}

/** Tells for each file that was named how to read it again and put it to use in a running world. */
export function reloadables(
  files: WatchedFiles,
  world: World,
  stock: SeedOptions,
  useHandlers: (handlers: UserHandlers) => void,
): Reloadable[] {
  const { fixture, behaviour, handlers } = files;
  const found: Reloadable[] = [];
  if (fixture !== undefined) {
    const reload = () => {
      world.seed({ ...stock, fixture: readFixture(fixture) });
      return `${counted(world.inventory.list().length, 'pet')}; quotas, bans and the clock begin anew`;
    };
    found.push({ file: fixture, reload });
  }
  if (behaviour !== undefined) {
    const reload = () => {
      world.setBehaviour(readBehaviour(behaviour));
      return 'it holds from the next request on';
    };
    found.push({ file: behaviour, reload });
  }
  if (handlers !== undefined) {
    const reload = async () => {
      const loaded = await loadUserHandlers(handlers);
      useHandlers(loaded);
      return counted(loaded.count, 'handler');
    };
    found.push({ file: handlers, reload });
  }
  return found;
}
