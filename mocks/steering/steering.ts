import type { Behaviour } from '../../src/spec/behaviour.js';
import type { PartialBehaviour } from '../../src/validation/parse-behaviour.js';
import type { Clock } from '../clock.js';
import type { Faults } from '../faults/faults.js';
import type { Journal } from '../journal/journal.js';
import type { World } from '../world.js';
import type { SeedOptions } from '../world-options.js';
import { createInventoryControl, type InventoryControl } from './inventory-control.js';
import { createKeysControl, type KeysControl } from './keys-control.js';
import { createLimitsControl, type LimitsControl } from './limits-control.js';
import type { ScenarioName } from './scenario-names.js';
import { playScenario, type ScenarioOptions } from './scenarios.js';
import { createSnapshots, type Snapshot } from './snapshots.js';

/** Everything with which a fake is steered and looked at. */
export interface Steering {
  /** The stock, to set and to look at. */
  readonly inventory: InventoryControl;
  /** The quotas of keys, to set and to look at. */
  readonly limits: LimitsControl;
  /** API keys, to give out, ban and revoke. */
  readonly keys: KeysControl;
  /** What is to go wrong. */
  readonly faults: Faults;
  /** What was asked and answered, for assertions. */
  readonly journal: Journal;
  /** The fake's time. */
  readonly clock: Clock;
  /** One answer for each open question of the document. */
  readonly behaviour: Behaviour;
  /** Changes some of those answers; another `window-start` begins quotas and bans anew. Throws an InputError, and changes nothing, when one cannot be. */
  setBehaviour(behaviour: PartialBehaviour): void;
  /** Brings a situation about, such as `sold-out`, on top of whatever was before. Throws an InputError for a name that there is not. */
  scenario(name: ScenarioName, options?: ScenarioOptions): void;
  /** Opens another store and forgets all that happened in this one. Throws an InputError. */
  seed(options: SeedOptions): void;
  /** Forgets all that happened: stock, messages, quotas, bans, minted keys, faults, the journal and moves of the clock. The behaviour, the store that was opened last and the `scenario` option stay. */
  reset(): void;
  /** Remembers everything as it is now, behaviour and journal included. */
  snapshot(): Snapshot;
  /** Puts everything back as it was at a snapshot of this fake, as often as one likes. Throws an InputError for one of another. */
  restore(snapshot: Snapshot): void;
}

/** Makes what steers a world. `first` is the situation that it begins with, now and after each reset. */
export function createSteering(world: World, first?: ScenarioName): Steering {
  const begin = () => {
    if (first !== undefined) playScenario(world, first);
  };
  begin();
  return {
    inventory: createInventoryControl(world.inventory),
    limits: createLimitsControl(world),
    keys: createKeysControl(world),
    faults: world.faults,
    journal: world.journal,
    clock: world.clock,
    get behaviour() {
      return world.behaviour;
    },
    setBehaviour: world.setBehaviour,
    scenario: (name, options) => playScenario(world, name, options),
    seed(options) {
      world.seed(options);
      begin();
    },
    reset() {
      world.reset();
      begin();
    },
    ...createSnapshots(world),
  };
}
