import { deepFreeze } from '../../src/json/deep-freeze.js';
import { checkedFields } from '../../src/json/input-error.js';
import type { Behaviour, PartialBehaviour } from '../../src/service/behaviour.js';
import type { Clock } from '../clock.js';
import type { Faults } from '../faults/faults.js';
import type { Journal } from '../journal/journal.js';
import { type Account, banAccount, isGood, limitsOf } from '../limits/account.js';
import { readState, type SavedState } from '../state/saved-state.js';
import { createInventoryControl, type InventoryControl, soldOut } from '../stock/inventory-control.js';
import { openStore } from '../stock/open-catalogue.js';
import type { World } from '../world.js';
import type { SeedOptions } from '../world-options.js';
import { createKeysControl, createLimitsControl, type KeysControl, type LimitsControl } from './keys-control.js';
import { checkedScenario, type ScenarioName } from './scenario-names.js';

/** Creates the controls of a world. `first` is the scenario that runs now and after each reset. */
export function createSteering(world: World, first?: ScenarioName) {
  const begin = () => {
    if (first !== undefined) playScenario(world, first);
  };
  // These cannot have been changed, so they need no check.
  const own = new WeakSet<Snapshot>();
  begin();
  return {
    /** Reads and sets the stock. */
    inventory: createInventoryControl(world.inventory) as InventoryControl,
    /** Reads and sets the quotas of keys. */
    limits: createLimitsControl(world) as LimitsControl,
    /** Creates, bans and revokes API keys. */
    keys: createKeysControl(world) as KeysControl,
    /** Injects faults. */
    faults: world.faults as Faults,
    /** The requests and responses, for assertions. */
    journal: world.journal as Journal,
    /** The fake's time. */
    clock: world.clock as Clock,
    /** One choice for each open question of the document. */
    get behaviour(): Behaviour {
      return world.behaviour;
    },
    /** Changes some of those choices; another `window-start` restarts quotas and bans. Throws an InputError, and changes nothing, for an invalid one. */
    setBehaviour: (behaviour: PartialBehaviour): void => world.setBehaviour(behaviour),
    /** Runs a scenario, such as `sold-out`, on top of the current state. Throws an InputError for an unknown name. */
    scenario: (name: ScenarioName, options?: ScenarioOptions): void => playScenario(world, name, options),
    /** Opens another store and resets everything. Throws an InputError. */
    seed(options: SeedOptions): void {
      world.seed(options);
      begin();
    },
    /** Resets stock, messages, quotas, bans, minted keys, faults, the journal and the clock. The behaviour, the last store and the `scenario` option stay. */
    reset(): void {
      world.reset();
      begin();
    },
    /** Returns the whole state but the journal as data, which can be written as JSON. It shows the keys, but not those of the option `keys`. */
    snapshot(): Snapshot {
      const snapshot = world.state();
      deepFreeze(snapshot);
      own.add(snapshot);
      return snapshot;
    },
    /** Restores a snapshot of any fake, also parsed from JSON or as JSON text, and clears the journal. Throws an InputError, and changes nothing, for anything else. */
    restore(snapshot: Snapshot | object | string): void {
      world.restore(
        own.has(snapshot as Snapshot) ? (snapshot as Snapshot) : readState(snapshot, 'to restore', world.service),
      );
    },
  };
}

/** Controls and inspects a fake. */
export type Steering = Readonly<ReturnType<typeof createSteering>>;

/** Options of a scenario. */
export interface ScenarioOptions {
  /** For `flaky`: the same seed affects the same requests; default 1. */
  readonly seed?: number;
}

const MANY_PETS = { pets: 10_000, seed: 1 };

const play: Readonly<Record<ScenarioName, (world: World, options: ScenarioOptions) => void>> = {
  'empty-store': ({ inventory }) => inventory.restore([]),
  'sold-out': ({ inventory }) => inventory.restore(inventory.snapshot().map(soldOut)),
  'rate-limited': (world) => {
    const nowMs = world.clock.now();
    for (const account of validAccounts(world)) {
      account.minute.setUsed(nowMs, limitsOf(account, world.behaviour).perMinute);
    }
  },
  banned: (world) => {
    const durationMs = world.behaviour['ban-duration-seconds'] * 1000;
    for (const account of validAccounts(world)) banAccount(account, world.clock.now(), durationMs);
  },
  'key-revoked': (world) => {
    for (const account of validAccounts(world)) account.isRevoked = true;
  },
  slow: ({ faults }) => faults.always('any', { delayMs: 2000 }),
  flaky: ({ faults }, { seed = 1 }) => {
    faults.always('any', { status: 503 }, { probability: 0.2, seed });
    // One in eight of the remaining 80%: 10% of all.
    faults.always('any', { network: 'reset' }, { probability: 0.125, seed });
  },
  down: ({ faults }) => faults.always('any', { network: 'reset' }),
  'after-sunset': ({ behaviour, clock }) => clock.set(Date.parse(behaviour['sunset-date'].sunset) + 1000),
  'large-catalogue': ({ inventory }) => inventory.restore(openStore(MANY_PETS).catalogue.inventory),
};

function playScenario(world: World, name: ScenarioName, options: ScenarioOptions = {}): void {
  const playIt = play[checkedScenario(name)];
  checkedFields('Running a scenario', 'the options', options, ['seed'], '{ seed: 1 }');
  playIt(world, options);
}

function validAccounts({ accounts, clock }: World): Account[] {
  const nowMs = clock.now();
  return [...accounts.all()].filter((account) => isGood(account, nowMs));
}

/** The state of a fake at one moment, as JSON data. */
export type Snapshot = SavedState;
