import { checkedFields } from '../../src/validation/checked-fields.js';
import { type Account, banAccount, isGood, limitsOf } from '../limits/account.js';
import { openCatalogue } from '../open-catalogue.js';
import type { World } from '../world.js';
import { checkedScenario, type ScenarioName } from './scenario-names.js';

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
export function playScenario(world: World, name: ScenarioName, options: ScenarioOptions = {}): void {
  const playIt = play[checkedScenario(name)];
  checkedFields('Playing a scenario', 'the options', options, ['seed'], '{ seed: 1 }');
  playIt(world, options);
}

/** The accounts whose keys are taken at this moment. */
function validAccounts({ accounts, clock }: World): Account[] {
  const nowMs = clock.now();
  return [...accounts.all()].filter((account) => isGood(account, nowMs));
}
