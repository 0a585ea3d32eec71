import type { Catalogue } from '../fixtures/catalogue.js';
import { type Behaviour, defaultBehaviour } from '../src/spec/behaviour.js';
import { deepFreeze } from '../src/spec/deep-freeze.js';
import type { JsonObject } from '../src/spec/json.js';
import type { QuestionId } from '../src/spec/open-questions.js';
import { type PartialBehaviour, parseBehaviour } from '../src/spec/validation/parse-behaviour.js';
import { createManualClock, createRealClock, type WorldClock } from './clock.js';
import { createFaults, type FaultQueue } from './faults/faults.js';
import type { Deployment } from './imitation/deployment.js';
import { deploymentOf, type Imitation, openImitation } from './imitation/imitation.js';
import { learnedBehaviour } from './imitation/learned-behaviour.js';
import { memoizeRecent } from './journal/entries.js';
import { createJournal, type WorldJournal } from './journal/journal.js';
import { type Accounts, openAccounts } from './limits/accounts.js';
import { createListBody, type ListBodyWriter } from './list-body.js';
import { createMessages, type Messages } from './messages.js';
import { createInventoryModel, type InventoryModel } from './model.js';
import { openCatalogue } from './open-catalogue.js';
import { DEFAULT_BASE_URL, parseServiceAddress, type ServiceAddress, type ServiceAddresses } from './route.js';
import type { WorldLinks } from './world-links.js';
import { checkSeedOptions, type SeedOptions, type WorldOptions } from './world-options.js';
import { writePlainJson } from './write-plain-json.js';

const MIB = 1024 * 1024;

/** All state that a group of callers shares in the fake. */
export interface World {
  readonly links: WorldLinks;
  readonly addresses: ServiceAddresses;
  readonly clock: WorldClock;
  readonly behaviour: Behaviour;
  readonly accounts: Accounts;
  readonly inventory: InventoryModel;
  readonly messages: Messages;
  readonly faults: FaultQueue;
  readonly journal: WorldJournal;
  /** How answers take after a deployment; undefined without a profile. */
  readonly imitation: Imitation | undefined;
  readonly orders: readonly JsonObject[];
  readonly findPet: Catalogue['findPet'];
  readonly listBody: ListBodyWriter;
  readonly cors: boolean;
  readonly showAssumptions: boolean;
  readonly onBug: (bug: unknown) => void;
  /** Returns the same set for answers that rest on the same questions: the journal keeps thousands of them. */
  readonly internQuestions: (questions: ReadonlySet<QuestionId>) => ReadonlySet<QuestionId>;
  /** Changes some answers to open questions. Throws an InputError and changes nothing when one cannot be. */
  setBehaviour(behaviour: PartialBehaviour): void;
  /** Takes after another deployment from now on. Its answers to open questions are not taken over: see `setBehaviour`. */
  imitate(deployment: Deployment): void;
  /** Opens another store and forgets all that happened in this one. */
  seed(options: SeedOptions): void;
  /** Forgets all that happened: stock, messages, quotas, bans, minted keys, faults, the journal and moves of the clock. */
  reset(): void;
  /** Remembers everything, behaviour and journal included; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/** Creates a world, joined by `links` to the server that it lives in. Throws an InputError for an option that cannot be. */
export function createWorld(options: WorldOptions = {}, links: WorldLinks = {}): World {
  const base = parseServiceAddress(options.baseUrl ?? DEFAULT_BASE_URL);
  const { clock: clockOption = 'real', keys = {}, cors = true, showAssumptions = false } = options;
  const clock = clockOption === 'real' ? createRealClock() : createManualClock(clockOption);
  const deployment = links.deployment ?? deploymentOf(options);
  let imitation = openImitation(deployment, options);
  const learned = deployment && learnedBehaviour(deployment.profile, clock.now());
  let behaviour = merge({ ...defaultBehaviour, ...links.behaviour, ...learned }, options.behaviour ?? {});
  let addresses = addressesOf(base, behaviour);
  let stock: SeedOptions = options;
  let catalogue = openCatalogue(stock, behaviour);
  const inventory = createInventoryModel(catalogue.inventory);
  const listBody = createListBody(inventory);
  const messages = createMessages(options.seed);
  const accounts = openAccounts(keys, behaviour['window-start'], clock.now(), links);
  const faults = createFaults(accounts);
  const journal = createJournal({
    addresses: () => addresses,
    accounts,
    limit: options.journalLimit ?? 10_000,
    bytes: links.journalBytes ?? (() => 64 * MIB),
    secretsIn: links.secretsIn ?? (() => []),
  });

  /** What a world remembers, each part by itself. */
  const parts = { clock, accounts, inventory, listBody, messages, faults, journal };
  const reset = () => {
    clock.reset();
    inventory.restore(catalogue.inventory);
    listBody.restart();
    messages.clear();
    accounts.reopen(behaviour['window-start'], clock.now());
    faults.clear();
    journal.clear();
    imitation?.restart();
  };

  return {
    ...parts,
    links,
    cors,
    showAssumptions,
    internQuestions: memoizeRecent(haveSameMembers, (questions) => questions),
    onBug: options.onBug ?? ((bug) => console.error(bug)),
    get addresses() {
      return addresses;
    },
    get behaviour() {
      return behaviour;
    },
    get imitation() {
      return imitation;
    },
    get orders() {
      return catalogue.orders;
    },
    get findPet() {
      return catalogue.findPet;
    },
    setBehaviour(change) {
      const next = merge(behaviour, change);
      const isOtherWindow = next['window-start'] !== behaviour['window-start'];
      addresses = addressesOf(base, next);
      behaviour = next;
      // A window of one kind cannot go on as one of another: quotas begin anew.
      if (isOtherWindow) accounts.renewQuotas(behaviour['window-start']);
    },
    imitate(next) {
      imitation = openImitation(next, options);
    },
    seed(seedOptions) {
      checkSeedOptions(seedOptions);
      const { pets = stock.pets, seed = stock.seed, fixture } = seedOptions;
      const next = { pets, seed, fixture };
      catalogue = openCatalogue(next, behaviour);
      stock = next;
      reset();
    },
    reset,
    save() {
      const saved = { behaviour, addresses, stock, catalogue, imitation };
      const saving = [...Object.values(parts), ...(imitation ? [imitation] : [])];
      const putBack = saving.map((part) => part.save());
      return () => {
        ({ behaviour, addresses, stock, catalogue, imitation } = saved);
        for (const put of putBack) put();
      };
    },
  };
}

function merge(behaviour: Behaviour, change: PartialBehaviour): Behaviour {
  const text = writePlainJson('Reading the behaviour of the option', change);
  return deepFreeze({ ...behaviour, ...parseBehaviour(text, 'of the option') }) as Behaviour;
}

function addressesOf(base: ServiceAddress, behaviour: Behaviour): ServiceAddresses {
  const messages = behaviour['messages-base-url'];
  return { base, messages: messages === 'same' ? base : parseServiceAddress(messages) };
}

function haveSameMembers<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  if (one.size !== other.size) return false;
  for (const member of one) if (!other.has(member)) return false;
  return true;
}
