import type { Catalogue } from '../fixtures/catalogue.js';
import { type Behaviour, defaultBehaviour } from '../src/spec/behaviour.js';
import { deepFreeze } from '../src/spec/deep-freeze.js';
import type { QuestionId } from '../src/spec/open-questions.js';
import { type PartialBehaviour, parseBehaviour } from '../src/spec/validation/parse-behaviour.js';
import { WorldClock } from './clock.js';
import { FaultQueue } from './faults/faults.js';
import type { Deployment } from './imitation/deployment.js';
import { deploymentOf, type Imitation, openImitation } from './imitation/imitation.js';
import { learnedBehaviour } from './imitation/learned-behaviour.js';
import { memoizeRecent } from './journal/entries.js';
import { WorldJournal } from './journal/journal.js';
import { Accounts } from './limits/accounts.js';
import { ListBodyWriter } from './list-body.js';
import { Messages } from './messages.js';
import { InventoryModel } from './model.js';
import { openCatalogue } from './open-catalogue.js';
import { DEFAULT_BASE_URL, parseServiceAddress, type ServiceAddress, type ServiceAddresses } from './route.js';
import { checkSeedOptions, type SeedOptions, type WorldLinks, type WorldOptions } from './world-options.js';
import { writePlainJson } from './write-plain-json.js';

const MIB = 1024 * 1024;

/** What a world can replace, apart from the parts that save themselves. */
interface WorldState {
  readonly behaviour: Behaviour;
  readonly addresses: ServiceAddresses;
  readonly stock: SeedOptions;
  readonly catalogue: Catalogue;
  readonly imitation: Imitation | undefined;
}

/** All state that a group of callers shares in the fake. */
export class World {
  readonly links: WorldLinks;
  readonly clock: WorldClock;
  readonly accounts: Accounts;
  readonly inventory: InventoryModel;
  readonly listBody: ListBodyWriter;
  readonly messages: Messages;
  readonly faults: FaultQueue;
  readonly journal: WorldJournal;
  readonly cors: boolean;
  readonly showAssumptions: boolean;
  readonly onBug: (bug: unknown) => void;
  /** Returns the same set for equal sets of questions: the journal keeps thousands of them. */
  readonly internQuestions: (questions: ReadonlySet<QuestionId>) => ReadonlySet<QuestionId>;
  readonly #options: WorldOptions;
  #state: WorldState;

  /** `links` connect the world to its server. Throws an InputError for an invalid option. */
  constructor(options: WorldOptions = {}, links: WorldLinks = {}) {
    const { clock = 'real', cors = true, showAssumptions = false, onBug = console.error } = options;
    this.#options = options;
    this.links = links;
    this.cors = cors;
    this.showAssumptions = showAssumptions;
    this.onBug = onBug;
    this.internQuestions = memoizeRecent(haveSameMembers, (questions) => questions);
    this.clock = new WorldClock(clock);
    this.#state = openState(options, links, this.clock.now());
    this.inventory = new InventoryModel(this.catalogue.inventory);
    this.listBody = new ListBodyWriter(this.inventory);
    this.messages = new Messages(options.seed);
    this.accounts = new Accounts(options.keys ?? {}, this.behaviour['window-start'], this.clock.now(), links);
    this.faults = new FaultQueue(this.accounts);
    this.journal = new WorldJournal({
      addresses: () => this.addresses,
      accounts: this.accounts,
      limit: options.journalLimit ?? 10_000,
      bytes: links.journalBytes ?? (() => 64 * MIB),
      secretsIn: links.secretsIn ?? (() => []),
    });
  }

  get addresses(): ServiceAddresses {
    return this.#state.addresses;
  }

  get behaviour(): Behaviour {
    return this.#state.behaviour;
  }

  get catalogue(): Catalogue {
    return this.#state.catalogue;
  }

  /** Imitates a deployment; undefined without a profile. */
  get imitation(): Imitation | undefined {
    return this.#state.imitation;
  }

  /** Changes choices of open questions. Throws an InputError and changes nothing if one is invalid. */
  setBehaviour(change: PartialBehaviour): void {
    const behaviour = merge(this.behaviour, change);
    const isOtherWindow = behaviour['window-start'] !== this.behaviour['window-start'];
    this.#state = { ...this.#state, behaviour, addresses: addressesOf(this.addresses.base, behaviour) };
    // A window of one kind cannot continue as one of another: quotas restart.
    if (isOtherWindow) this.accounts.renewQuotas(behaviour['window-start']);
  }

  /** Imitates another deployment from now on. The behaviour stays: see `setBehaviour`. */
  imitate(deployment: Deployment): void {
    this.#state = { ...this.#state, imitation: openImitation(deployment, this.#options) };
  }

  /** Opens another store and resets everything. */
  seed(options: SeedOptions): void {
    checkSeedOptions(options);
    const { pets = this.#state.stock.pets, seed = this.#state.stock.seed, fixture } = options;
    const stock = { pets, seed, fixture };
    this.#state = { ...this.#state, stock, catalogue: openCatalogue(stock, this.behaviour) };
    this.reset();
  }

  /** Resets stock, messages, quotas, bans, minted keys, faults, the journal and the clock. */
  reset(): void {
    this.clock.reset();
    this.inventory.restore(this.catalogue.inventory);
    this.listBody.restart();
    this.messages.clear();
    this.accounts.reopen(this.behaviour['window-start'], this.clock.now());
    this.faults.clear();
    this.journal.clear();
    this.imitation?.restart();
  }

  /** Saves the state. Returns a function that restores it, any number of times. The parts of a world have the same method. */
  save(): () => void {
    const state = this.#state;
    const { clock, inventory, listBody, messages, accounts, faults, journal } = this;
    const parts = [clock, inventory, listBody, messages, accounts, faults, journal, state.imitation];
    const restoreParts = parts.map((part) => part?.save());
    return () => {
      this.#state = state;
      for (const restore of restoreParts) restore?.();
    };
  }
}

function openState(options: WorldOptions, links: WorldLinks, nowMs: number): WorldState {
  const base = parseServiceAddress(options.baseUrl ?? DEFAULT_BASE_URL);
  const deployment = links.deployment ?? deploymentOf(options);
  const imitation = openImitation(deployment, options);
  const learned = deployment && learnedBehaviour(deployment.profile, nowMs);
  const behaviour = merge({ ...defaultBehaviour, ...links.behaviour, ...learned }, options.behaviour ?? {});
  const addresses = addressesOf(base, behaviour);
  return { behaviour, addresses, stock: options, catalogue: openCatalogue(options, behaviour), imitation };
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
