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
import { WorldJournal } from './journal/journal.js';
import { type Accounts, openAccounts } from './limits/accounts.js';
import { createListBody, type ListBodyWriter } from './list-body.js';
import { createMessages, type Messages } from './messages.js';
import { createInventoryModel, type InventoryModel } from './model.js';
import { openCatalogue } from './open-catalogue.js';
import type { Restorable } from './restorable.js';
import { DEFAULT_BASE_URL, parseServiceAddress, type ServiceAddress, type ServiceAddresses } from './route.js';
import type { WorldLinks } from './world-links.js';
import { checkSeedOptions, type SeedOptions, type WorldOptions } from './world-options.js';
import { writePlainJson } from './write-plain-json.js';

const MIB = 1024 * 1024;

/** All state that a group of callers shares in the fake. */
export interface World extends Restorable {
  readonly links: WorldLinks;
  readonly addresses: ServiceAddresses;
  readonly clock: WorldClock;
  readonly behaviour: Behaviour;
  readonly accounts: Accounts;
  readonly inventory: InventoryModel;
  readonly messages: Messages;
  readonly faults: FaultQueue;
  readonly journal: WorldJournal;
  /** Imitates a deployment; undefined without a profile. */
  readonly imitation: Imitation | undefined;
  readonly orders: readonly JsonObject[];
  readonly findPet: Catalogue['findPet'];
  readonly listBody: ListBodyWriter;
  readonly cors: boolean;
  readonly showAssumptions: boolean;
  readonly onBug: (bug: unknown) => void;
  /** Returns the same set for equal sets of questions: the journal keeps thousands of them. */
  readonly internQuestions: (questions: ReadonlySet<QuestionId>) => ReadonlySet<QuestionId>;
  /** Changes choices of open questions. Throws an InputError and changes nothing if one is invalid. */
  setBehaviour(behaviour: PartialBehaviour): void;
  /** Imitates another deployment from now on. The behaviour stays: see `setBehaviour`. */
  imitate(deployment: Deployment): void;
  /** Opens another store and resets everything. */
  seed(options: SeedOptions): void;
  /** Resets stock, messages, quotas, bans, minted keys, faults, the journal and the clock. */
  reset(): void;
}

/** What a world can replace, apart from the parts that save themselves. */
interface WorldState {
  behaviour: Behaviour;
  addresses: ServiceAddresses;
  stock: SeedOptions;
  catalogue: Catalogue;
  imitation: Imitation | undefined;
}

/** Creates a world that `links` connect to its server. Throws an InputError for an invalid option. */
export function createWorld(options: WorldOptions = {}, links: WorldLinks = {}): World {
  const { clock: start = 'real', cors = true, showAssumptions = false, onBug = console.error } = options;
  const clock = start === 'real' ? createRealClock() : createManualClock(start);
  const base = parseServiceAddress(options.baseUrl ?? DEFAULT_BASE_URL);
  const state = openState(base, clock, options, links);
  const parts = openParts(state, clock, options, links);
  const reset = () => resetWorld(state, parts);

  return {
    ...parts,
    links,
    cors,
    showAssumptions,
    internQuestions: memoizeRecent(haveSameMembers, (questions) => questions),
    onBug,
    get addresses() {
      return state.addresses;
    },
    get behaviour() {
      return state.behaviour;
    },
    get imitation() {
      return state.imitation;
    },
    get orders() {
      return state.catalogue.orders;
    },
    get findPet() {
      return state.catalogue.findPet;
    },
    setBehaviour(change) {
      const behaviour = merge(state.behaviour, change);
      const isOtherWindow = behaviour['window-start'] !== state.behaviour['window-start'];
      state.addresses = addressesOf(base, behaviour);
      state.behaviour = behaviour;
      // A window of one kind cannot continue as one of another: quotas restart.
      if (isOtherWindow) parts.accounts.renewQuotas(behaviour['window-start']);
    },
    imitate(deployment) {
      state.imitation = openImitation(deployment, options);
    },
    seed(seedOptions) {
      checkSeedOptions(seedOptions);
      const { pets = state.stock.pets, seed = state.stock.seed, fixture } = seedOptions;
      const stock = { pets, seed, fixture };
      state.catalogue = openCatalogue(stock, state.behaviour);
      state.stock = stock;
      reset();
    },
    reset,
    save: () => saveWorld(state, Object.values(parts)),
  };
}

function openState(base: ServiceAddress, clock: WorldClock, options: WorldOptions, links: WorldLinks): WorldState {
  const deployment = links.deployment ?? deploymentOf(options);
  const imitation = openImitation(deployment, options);
  const learned = deployment && learnedBehaviour(deployment.profile, clock.now());
  const behaviour = merge({ ...defaultBehaviour, ...links.behaviour, ...learned }, options.behaviour ?? {});
  const addresses = addressesOf(base, behaviour);
  return { behaviour, addresses, stock: options, catalogue: openCatalogue(options, behaviour), imitation };
}

type WorldParts = ReturnType<typeof openParts>;

/** Opens the parts that save and restore themselves. */
function openParts(state: WorldState, clock: WorldClock, options: WorldOptions, links: WorldLinks) {
  const inventory = createInventoryModel(state.catalogue.inventory);
  const accounts = openAccounts(options.keys ?? {}, state.behaviour['window-start'], clock.now(), links);
  return {
    clock,
    accounts,
    inventory,
    listBody: createListBody(inventory),
    messages: createMessages(options.seed),
    faults: createFaults(accounts),
    journal: new WorldJournal({
      addresses: () => state.addresses,
      accounts,
      limit: options.journalLimit ?? 10_000,
      bytes: links.journalBytes ?? (() => 64 * MIB),
      secretsIn: links.secretsIn ?? (() => []),
    }),
  };
}

function resetWorld({ behaviour, catalogue, imitation }: WorldState, parts: WorldParts): void {
  const { clock, inventory, listBody, messages, accounts, faults, journal } = parts;
  clock.reset();
  inventory.restore(catalogue.inventory);
  listBody.restart();
  messages.clear();
  accounts.reopen(behaviour['window-start'], clock.now());
  faults.clear();
  journal.clear();
  imitation?.restart();
}

function saveWorld(state: WorldState, parts: readonly Restorable[]): () => void {
  const saved = { ...state };
  const restoreParts = [...parts, ...(state.imitation ? [state.imitation] : [])].map((part) => part.save());
  return () => {
    Object.assign(state, saved);
    for (const restore of restoreParts) restore();
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
