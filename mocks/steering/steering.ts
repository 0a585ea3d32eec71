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

/** Creates what steers a world. `first` is the situation that it begins with, now and after each reset. */
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

export interface ScenarioOptions {
  /** For `flaky`; the same seed, the same requests; default 1. */
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
    // Of the eight in ten that are left, one in eight: one in ten of all.
    faults.always('any', { network: 'reset' }, { probability: 0.125, seed });
  },
  down: ({ faults }) => faults.always('any', { network: 'reset' }),
  'after-sunset': ({ behaviour, clock }) => clock.set(Date.parse(behaviour['sunset-date'].sunset) + 1000),
  'large-catalogue': ({ inventory }) => inventory.restore(openCatalogue(MANY_PETS).inventory),
};

/** Brings a situation about, on top of whatever was before. Throws an InputError for a name or an option that there is not. */
function playScenario(world: World, name: ScenarioName, options: ScenarioOptions = {}): void {
  const playIt = play[checkedScenario(name)];
  checkedFields('Playing a scenario', 'the options', options, ['seed'], '{ seed: 1 }');
  playIt(world, options);
}

/** The accounts whose keys are taken at this moment. */
function validAccounts({ accounts, clock }: World): Account[] {
  const nowMs = clock.now();
  return [...accounts.all()].filter((account) => isGood(account, nowMs));
}

declare const brand: unique symbol;

/** All of a fake as it was at one moment. Nothing of it can be read or changed but when it was taken. */
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
  // What a snapshot holds goes when nobody holds the snapshot any more.
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
          'it is none of this fake',
          'Restore what snapshot() of the same fake answered.',
        );
      }
      restore();
    },
  };
}
