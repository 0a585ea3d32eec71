import { type Catalogue, type CatalogueOptions, createCatalogue } from '../../fixtures/catalogue.js';
import { type Fixture, parseFixture, writeFixture } from '../../fixtures/parse-fixture.js';
import type { StockRecord } from '../../fixtures/stock.js';
import { InputError } from '../../src/json/input-error.js';
import { quoteValue } from '../../src/json/quoting.js';
import { type Behaviour, defaultBehaviour } from '../../src/service/behaviour.js';
import type { FixtureInput, SeedOptions } from '../world-options.js';
import { writePlainJson } from '../write-plain-json.js';

const ATTEMPTED = 'Reading the fixture of the option';
export const MOST_PETS = 1_000_000;
export const MOST_SEED = 2 ** 32 - 1;

/** An open store: its initial contents, and what they were made from. */
export interface Store extends Pick<CatalogueOptions, 'pets' | 'seed' | 'fixture'> {
  /** The behaviour that generated stock fits. */
  readonly fits: StockBehaviour;
  readonly catalogue: Catalogue;
}

/** Opens the store of the options; generated stock fits the behaviour. Throws an InputError for an invalid count, seed or fixture. */
export function openStore(
  { pets = 100, seed = 1, fixture }: SeedOptions,
  behaviour: StockBehaviour = defaultBehaviour,
): Store {
  checkCount(pets, MOST_PETS, 'a number of pets');
  checkCount(seed, MOST_SEED, 'a seed');
  const source = { pets, seed, fixture: fixture && asFixture(fixture), fits: stockBehaviourOf(behaviour) };
  const known = latest?.deref();
  if (known !== undefined && known.fixture === source.fixture && numbersOf(known) === numbersOf(source)) return known;
  const store = {
    ...source,
    catalogue: createCatalogue({ ...source, arrange: (stock) => fitStock(stock, source.fits) }),
  };
  latest = new WeakRef(store);
  return store;
}

/** The store that was opened last, as long as a world has it: the worlds of a server share theirs. Nothing in it changes. */
let latest: WeakRef<Store> | undefined;

function numbersOf({ pets, seed, fits: { 'quantity-range': range } }: Omit<Store, 'catalogue'>): string {
  return [pets, seed, range.minimum, range.maximum].join();
}

/** What a store is made from, as data. The fixture is text, so that any reader keeps its ids exact. */
export interface StoreState extends Pick<Store, 'pets' | 'seed' | 'fits'> {
  readonly fixture?: string;
}

const states = new WeakMap<Store, StoreState>();

/** Returns what a store is made from; the same object each time. */
export function storeState(store: Store): StoreState {
  const { pets, seed, fits, fixture } = store;
  const state = states.get(store) ?? { pets, seed, fits, ...(fixture && { fixture: writeFixture(fixture) }) };
  states.set(store, state);
  return state;
}

/** Opens the store of a state; `open` itself if it was made from the same. Throws an InputError for an invalid fixture. */
export function reopenStore(state: StoreState, open: Store): Store {
  const known = storeState(open);
  if (known === state || JSON.stringify(known) === JSON.stringify(state)) return open;
  const { pets, seed, fits, fixture } = state;
  return openStore(
    { pets, seed, fixture: fixture === undefined ? undefined : parseFixture(fixture, 'of the state') },
    fits,
  );
}

function checkCount(value: number, most: number, what: string): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  const remedy = `Try any whole number from 0 to ${most}.`;
  throw new InputError('Generating pets', `${quoteValue(value)} is not ${what}`, remedy);
}

function asFixture(fixture: Fixture | FixtureInput): Fixture {
  if (fixture.pets instanceof Map) return fixture as Fixture;
  const parsed = parseFixture(writePlainJson(ATTEMPTED, fixture), 'of the option');
  rejectRounded(fixture, '');
  return parsed;
}

/** The error for a number beyond 2^53. `what` names it. */
export function roundedError(attempted: string, what: string): InputError {
  const problem = `${what} is a number beyond 2^53 and may have been rounded`;
  return new InputError(attempted, problem, 'Write it as a bigint, such as 9007199254740993n.');
}

/** A number beyond 2^53 may differ from the id in the source: the engine rounds it silently. */
function rejectRounded(value: unknown, pointer: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw roundedError(ATTEMPTED, pointer);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) rejectRounded(part, `${pointer}/${key}`);
}

/** The part of the behaviour that generated stock fits. */
export type StockBehaviour = Pick<Behaviour, 'quantity-range'>;

export function stockBehaviourOf({ 'quantity-range': range }: StockBehaviour): StockBehaviour {
  return { 'quantity-range': range };
}

/** Fits the quantities of generated stock to their range. */
export function fitStock(
  stock: readonly StockRecord[],
  { 'quantity-range': { minimum, maximum } }: StockBehaviour,
): readonly StockRecord[] {
  const isWithin = ({ quantity }: StockRecord) => quantity >= minimum && quantity <= maximum;
  if (stock.every(isWithin)) return stock;
  return stock.map((record) => ({ ...record, quantity: Math.max(minimum, Math.min(maximum, record.quantity)) }));
}
