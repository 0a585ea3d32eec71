import type { Catalogue } from '../fixtures/catalogue.js';
import { deepFreeze } from '../src/json/deep-freeze.js';
import { type Behaviour, defaultBehaviour, type PartialBehaviour, parseBehaviour } from '../src/service/behaviour.js';
import {
  createRouter,
  type RequestTarget,
  type Route,
  type Router,
  type ServiceAddress,
  type ServiceAddresses,
} from '../src/service/path-template.js';
import type { Operation, Service } from '../src/service/service.js';
import { clampMoment, WorldClock } from './clock.js';
import { FaultQueue } from './faults/faults.js';
import { type Deployment, deploymentOf, type Imitation, openDeployment, openImitation } from './imitation/imitation.js';
import { learnedBehaviour } from './imitation/learned-behaviour.js';
import { openJournal, type WorldJournal } from './journal/journal.js';
import { Accounts } from './limits/accounts.js';
import { petstoreFake } from './operations/index.js';
import type { FakeService } from './operations/operation.js';
import { readState, type SavedState } from './state/saved-state.js';
import { ListBodyWriter } from './stock/list-body.js';
import { Messages } from './stock/messages.js';
import { InventoryModel } from './stock/model.js';
import { openStore, reopenStore, type Store } from './stock/open-catalogue.js';
import {
  checkSeedOptions,
  DEFAULT_BASE_URL,
  parseServiceAddress,
  type SeedOptions,
  type WorldLinks,
  type WorldOptions,
} from './world-options.js';
import { writePlainJson } from './write-plain-json.js';

interface Setting {
  readonly behaviour: Behaviour;
  readonly addresses: ServiceAddresses;
  readonly store: Store;
  /** Of what is drawn: ids of messages, delays. */
  readonly seed: number;
  readonly imitation: Imitation | undefined;
}

/** All state that a group of callers shares in the fake. */
export class World {
  readonly links: WorldLinks;
  readonly fake: FakeService;
  readonly clock: WorldClock;
  readonly accounts: Accounts;
  readonly inventory: InventoryModel;
  readonly listBody: ListBodyWriter;
  readonly messages: Messages;
  readonly faults: FaultQueue;
  readonly journal: WorldJournal;
  readonly cors: boolean;
  readonly prefer: boolean;
  readonly showAssumptions: boolean;
  readonly onBug: (bug: unknown) => void;
  readonly #findRoute: Router<Operation>;
  #setting: Setting;
  #start: SavedState | undefined;
  /** Whether a reset returns to the state with which the world began, if there is one, or to the initial contents of the store. */
  returnsToStart = true;

  /** `links` connect the world to its server. `start` is a checked state, instead of the option. Throws an InputError for an invalid option. */
  constructor(options: WorldOptions = {}, links: WorldLinks = {}, start?: SavedState) {
    const { clock = 'real', cors = true, prefer = false, showAssumptions = false, onBug = console.error } = options;
    this.links = links;
    this.fake = links.fake ?? petstoreFake;
    this.#findRoute = createRouter(this.service.operations);
    this.cors = cors;
    this.prefer = prefer;
    this.showAssumptions = showAssumptions;
    this.onBug = onBug;
    // The clock of a deployment may be ahead.
    const aheadMs = () => this.#setting?.imitation?.deployment.aheadMs ?? 0;
    this.clock = new WorldClock(clock, () => (links.machineMs?.() ?? Date.now()) + aheadMs());
    this.#setting = openSetting(options, links, this.service, this.clock.now());
    this.inventory = new InventoryModel(this.catalogue.inventory);
    this.listBody = new ListBodyWriter(this.inventory);
    this.messages = new Messages();
    this.accounts = new Accounts(options.keys ?? {}, this.behaviour['window-start'], this.clock.now(), links);
    this.faults = new FaultQueue(this.accounts, this.service);
    this.journal = openJournal(this, options.journalLimit ?? 10_000);
    if (start !== undefined) this.begin(start);
    else if (options.state !== undefined) this.begin(readState(options.state, 'of the option', this.service));
  }

  get service(): Service {
    return this.fake.service;
  }

  routeOf(target: RequestTarget): Route<Operation> {
    return this.#findRoute(target, this.addresses);
  }

  get addresses(): ServiceAddresses {
    return this.#setting.addresses;
  }

  get behaviour(): Behaviour {
    return this.#setting.behaviour;
  }

  get catalogue(): Catalogue {
    return this.#setting.store.catalogue;
  }

  get imitation(): Imitation | undefined {
    return this.#setting.imitation;
  }

  /** Changes choices of open questions. Throws an InputError and changes nothing if one is invalid. */
  setBehaviour(change: PartialBehaviour): void {
    const behaviour = merge(this.behaviour, change);
    const isOtherWindow = JSON.stringify(behaviour['window-start']) !== JSON.stringify(this.behaviour['window-start']);
    this.#setting = { ...this.#setting, behaviour, addresses: addressesOf(this.addresses.base, behaviour) };
    // A window of one kind cannot continue as one of another: quotas restart.
    if (isOtherWindow) this.accounts.renewQuotas(behaviour['window-start']);
  }

  /** Imitates another deployment from now on. The behaviour stays: see `setBehaviour`. */
  imitate(deployment: Deployment): void {
    const { seed, imitation } = this.#setting;
    const latency = imitation?.hasLatency ?? false;
    this.#setting = { ...this.#setting, imitation: openImitation(deployment, { latency, seed }) };
  }

  /** Opens another store and resets everything. */
  seed(options: SeedOptions): void {
    checkSeedOptions(options);
    const { store } = this.#setting;
    const { pets = store.state.pets, seed = store.state.seed, fixture } = options;
    this.#setting = { ...this.#setting, store: openStore({ pets, seed, fixture }, this.behaviour) };
    this.returnsToStart = false;
    this.reset();
  }

  /** Resets stock, messages, quotas, bans, minted keys, faults, the journal and the clock; after the option `state`, everything. */
  reset(): void {
    if (this.#start !== undefined && this.returnsToStart) {
      // A state of another world leaves the keys of an isolated one as they are.
      this.accounts.reopen(this.behaviour['window-start'], this.clock.now());
      this.restore(this.#start);
      return;
    }
    this.clock.reset();
    this.inventory.restore(this.catalogue.inventory);
    this.messages.restore();
    this.accounts.reopen(this.behaviour['window-start'], this.clock.now());
    this.faults.clear();
    this.journal.clear();
    this.imitation?.restore();
  }

  /** Begins with a checked state: every reset returns to it. */
  begin(state: SavedState): void {
    this.#start = state;
    this.returnsToStart = true;
    this.restore(state);
  }

  /** Returns everything that the world remembers, except its journal, as data. */
  state(): SavedState {
    const { store, seed, imitation, behaviour } = this.#setting;
    return {
      format: 'petstore-mock-state',
      version: 1,
      takenAtMs: this.clock.now(),
      clock: this.clock.course,
      behaviour,
      seed,
      store: store.state,
      stock: this.inventory.snapshot(),
      messages: this.messages.state(),
      accounts: this.accounts.state(),
      faults: this.faults.state(),
      ...(imitation && {
        imitation: { profile: imitation.deployment.profile, latency: imitation.hasLatency, ...imitation.state() },
      }),
    };
  }

  /** Continues from a checked state, with an empty journal. An isolated world keeps its own keys. */
  restore(state: SavedState): void {
    const { clock, behaviour, seed, store, stock, messages, imitation } = state;
    this.#setting = {
      behaviour: deepFreeze(behaviour),
      addresses: addressesOf(this.addresses.base, behaviour),
      store: reopenStore(store, this.#setting.store),
      seed,
      imitation: imitation && openImitation(openDeployment(imitation.profile), { ...imitation, seed }),
    };
    const beforeMs = this.clock.now();
    this.clock.restore(clock);
    const { accounts, faults } = this.accounts.mayOpen(state.accounts)
      ? state
      : withKeysOf(this.accounts, state, this.clock.now() - beforeMs);
    this.inventory.restore(stock);
    this.messages.restore(messages);
    this.accounts.restore(accounts, behaviour['window-start'], this.clock.now());
    this.faults.restore(faults);
    this.journal.clear();
    if (imitation !== undefined) this.imitation?.restore(imitation);
  }
}

function openSetting(options: WorldOptions, links: WorldLinks, service: Service, nowMs: number): Setting {
  const base = parseServiceAddress(options.baseUrl ?? DEFAULT_BASE_URL);
  const deployment = links.deployment ?? deploymentOf(options.profile);
  const imitation = openImitation(deployment, options);
  const learned = deployment && learnedBehaviour(deployment.profile, nowMs, service);
  const behaviour = merge({ ...defaultBehaviour, ...learned }, options.behaviour ?? {});
  const addresses = addressesOf(base, behaviour);
  return { behaviour, addresses, store: openStore(options, behaviour), seed: options.seed ?? 1, imitation };
}

/** Returns what names keys in a state, for a world that keeps its own ones: unused, each with the rest of its lifetime. */
function withKeysOf(accounts: Accounts, { faults }: SavedState, laterMs: number) {
  const { keys, ...counts } = accounts.state();
  const unused = keys.map(({ usage: _, expiresAtMs, ...key }) => ({
    ...key,
    ...(expiresAtMs !== undefined && { expiresAtMs: clampMoment(expiresAtMs + laterMs) }),
  }));
  const active = faults.active.filter(({ key }) => key === undefined);
  return { accounts: { ...counts, keys: unused, addresses: [] }, faults: { ...faults, active } };
}

function merge(behaviour: Behaviour, change: PartialBehaviour): Behaviour {
  const text = writePlainJson('Reading the behaviour of the option', change);
  return deepFreeze({ ...behaviour, ...parseBehaviour(text, 'of the option') }) as Behaviour;
}

function addressesOf(base: ServiceAddress, behaviour: Behaviour): ServiceAddresses {
  const messages = behaviour['messages-base-url'];
  return { base, messages: messages === 'same' ? base : parseServiceAddress(messages) };
}
