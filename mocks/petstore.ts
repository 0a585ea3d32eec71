import type { HttpHandler } from 'msw';
import type { Behaviour } from '../src/spec/behaviour.js';
import type { PartialBehaviour } from '../src/validation/parse-behaviour.js';
import { answer } from './answer.js';
import { checkWorldOptions } from './check-options.js';
import type { Clock } from './clock.js';
import type { Faults } from './faults/faults.js';
import { createHandlers } from './handlers.js';
import type { Journal } from './journal/journal.js';
import type { PetstoreAnswer } from './petstore-answer.js';
import { completeRequest, type PlainRequest } from './plain-request.js';
import { createInventoryControl, type InventoryControl } from './steering/inventory-control.js';
import { createKeysControl, type KeysControl } from './steering/keys-control.js';
import { createLimitsControl, type LimitsControl } from './steering/limits-control.js';
import type { ScenarioName } from './steering/scenario-names.js';
import { playScenario, type ScenarioOptions } from './steering/scenarios.js';
import { createSnapshots, type Snapshot } from './steering/snapshots.js';
import { createWorld } from './world.js';
import type { SeedOptions, WorldOptions } from './world-options.js';

/** A fake of the Petstore Inventory Service. All its state is its own: two fakes in one process share nothing. */
export interface Petstore {
  /** Where the fake lives, such as `http://127.0.0.1:4290/v1`. */
  readonly baseUrl: string;
  /** MSW handlers: one for each operation, and one for every other path under the base URL. */
  readonly handlers: readonly HttpHandler[];
  /** Answers one request without any network. Throws an InputError when it has no method or no path. */
  answer(request: PlainRequest): PetstoreAnswer;
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

/** Makes a fake. Throws an InputError for an option that cannot be. */
export function createPetstore(options: WorldOptions = {}): Petstore {
  checkWorldOptions(options);
  const world = createWorld({
    ...options,
    behaviour: { ...options.behaviour, 'prefer-header': options.behaviour?.['prefer-header'] ?? 'on' },
  });
  const begin = () => {
    if (options.scenario !== undefined) playScenario(world, options.scenario);
  };
  begin();
  return {
    baseUrl: world.addresses.base.url,
    handlers: createHandlers(world),
    answer: (request) => answer(completeRequest(request), world),
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
    scenario: (name, scenarioOptions) => playScenario(world, name, scenarioOptions),
    seed(seedOptions) {
      world.seed(seedOptions);
      begin();
    },
    reset() {
      world.reset();
      begin();
    },
    ...createSnapshots(world),
  };
}
