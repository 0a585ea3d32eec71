import type { Behaviour } from '../../src/spec/behaviour.js';
import { assertNotPromise, checkedFields, InputError } from '../../src/spec/validation/input-error.js';
import type { PartialBehaviour } from '../../src/spec/validation/parse-behaviour.js';
import type { Clock } from '../clock.js';
import type { Faults } from '../faults/faults.js';
import type { Journal } from '../journal/journal.js';
import { type Account, banAccount, isGood, limitsOf } from '../limits/account.js';
import { openCatalogue } from '../open-catalogue.js';
import type { World } from '../world.js';
import type { SeedOptions } from '../world-options.js';
import { createInventoryControl, type InventoryControl } from './inventory-control.js';
import { createKeysControl, type KeysControl } from './keys-control.js';
import { createLimitsControl, type LimitsControl } from './limits-control.js';
import { checkedScenario, type ScenarioName } from './scenario-names.js';

/** Controls and inspects a fake. */
export interface Steering {
  /** Reads and sets the stock. */
  readonly inventory: InventoryControl;
  /** Reads and sets the quotas of keys. */
  readonly limits: LimitsControl;
  /** Creates, bans and revokes API keys. */
  readonly keys: KeysControl;
  /** Injects faults. */
  readonly faults: Faults;
  /** The requests and responses, for assertions. */
  readonly journal: Journal;
  /** The fake's time. */
  readonly clock: Clock;
  /** One choice for each open question of the document. */
  readonly behaviour: Behaviour;
  /** Changes some of those choices; another `window-start` restarts quotas and bans. Throws an InputError, and changes nothing, for an invalid one. */
  setBehaviour(behaviour: PartialBehaviour): void;
  /** Runs a scenario, such as `sold-out`, on top of the current state. Throws an InputError for an unknown name. */
  scenario(name: ScenarioName, options?: ScenarioOptions): void;
  /** Opens another store and resets everything. Throws an InputError. */
  seed(options: SeedOptions): void;
  /** Resets stock, messages, quotas, bans, minted keys, faults, the journal and the clock. The behaviour, the last store and the `scenario` option stay. */
  reset(): void;
  /** Saves the whole state, including behaviour and journal. */
  snapshot(): Snapshot;
  /** Restores a snapshot of this fake, any number of times. Throws an InputError for one of another. */
  restore(snapshot: Snapshot): void;
}

/** Creates the controls of a world. `first` is the scenario that runs now and after each reset. */
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
    setBehaviour: (behaviour) => world.setBehaviour(behaviour),
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

export interface ScenarioOptions {
  /** For `flaky`: the same seed affects the same requests; default 1. */
  readonly seed?: number;
}

const MANY_PETS = { pets: 10_000, seed: 1 };

const play: Readonly<Record<ScenarioName, (world: World, options: ScenarioOptions) => void>> = {
  'empty-store': ({ inventory }) => inventory.restore([]),
  'sold-out': ({ inventory }) =>
    inventory.restore(inventory.snapshot().map(({ petId }) => ({ petId, quantity: 0, status: 'sold' }))),
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
  'large-catalogue': ({ inventory }) => inventory.restore(openCatalogue(MANY_PETS).inventory),
};

/** Runs a scenario on top of the current state. Throws an InputError for an unknown name or option. */
function playScenario(world: World, name: ScenarioName, options: ScenarioOptions = {}): void {
  const playIt = play[checkedScenario(name)];
  checkedFields('Running a scenario', 'the options', options, ['seed'], '{ seed: 1 }');
  playIt(world, options);
}

/** The accounts whose keys are valid now. */
function validAccounts({ accounts, clock }: World): Account[] {
  const nowMs = clock.now();
  return [...accounts.all()].filter((account) => isGood(account, nowMs));
}

declare const brand: unique symbol;

/** The state of a fake at one moment. Only its time can be read. */
export interface Snapshot {
  readonly [brand]: true;
  /** In milliseconds since the epoch, by the fake's clock. */
  readonly takenAtMs: number;
}

export interface Snapshots {
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
}

export function createSnapshots(world: World): Snapshots {
  // The saved state is released with the snapshot.
  const restorers = new WeakMap<Snapshot, () => void>();
  return {
    snapshot() {
      const snapshot = Object.freeze({ takenAtMs: world.clock.now() }) as Snapshot;
      restorers.set(snapshot, world.save());
      return snapshot;
    },
    restore(snapshot) {
      const attempted = 'Restoring a snapshot';
      assertNotPromise(attempted, 'the snapshot', snapshot);
      const restore = restorers.get(snapshot);
      if (restore === undefined) {
        throw new InputError(
          attempted,
          'it is not a snapshot of this fake',
          'Pass the return value of snapshot() of the same fake.',
        );
      }
      restore();
    },
  };
}
