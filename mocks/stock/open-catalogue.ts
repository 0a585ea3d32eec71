import { type Catalogue, type CatalogueOptions, createCatalogue } from '../../fixtures/catalogue.js';
import { type Fixture, parseFixture } from '../../fixtures/parse-fixture.js';
import type { FixtureInput, StockRecord } from '../../fixtures/stock.js';
import { InputError } from '../../src/json/input-error.js';
import { quoteValue } from '../../src/json/quoting.js';
import { type Behaviour, defaultBehaviour } from '../../src/service/behaviour.js';
import type { SeedOptions } from '../world-options.js';
import { writePlainJson } from '../write-plain-json.js';

const ATTEMPTED = 'Reading the fixture of the option';
export const MOST_PETS = 1_000_000;
export const MOST_SEED = 2 ** 32 - 1;

/** What a store is made from, as data. The fixture is text, so that any reader keeps its ids exact. */
export interface StoreState extends Pick<CatalogueOptions, 'pets' | 'seed'> {
  readonly range: Behaviour['quantity-range'];
  readonly fixture?: string;
}

/** An open store: its initial contents, and what they were made from. */
export interface Store {
  readonly state: StoreState;
  readonly catalogue: Catalogue;
}

type StockBehaviour = Pick<Behaviour, 'quantity-range'>;

/** Opens the store of the options; generated stock fits the behaviour. Throws an InputError for an invalid count, seed or fixture. */
export function openStore(
  { pets = 100, seed = 1, fixture }: SeedOptions,
  behaviour: StockBehaviour = defaultBehaviour,
): Store {
  checkCount(pets, MOST_PETS, 'a number of pets');
  checkCount(seed, MOST_SEED, 'a seed');
  const parsed = fixture && asFixture(fixture);
  const state = { pets, seed, range: behaviour['quantity-range'], ...(parsed && { fixture: parsed.text }) };
  const known = latest?.deref();
  if (known !== undefined && isSame(known.state, state)) return known;
  const arrange = (stock: readonly StockRecord[]) => fitStock(stock, behaviour);
  const store = { state, catalogue: createCatalogue({ pets, seed, fixture: parsed, arrange }) };
  latest = new WeakRef(store);
  return store;
}

/** The store that was opened last, as long as a world has it: the worlds of a server share theirs. Nothing in it changes. */
let latest: WeakRef<Store> | undefined;

function isSame(one: StoreState, other: StoreState): boolean {
  const numbersOf = ({ pets, seed, range }: StoreState) => [pets, seed, range.minimum, range.maximum].join();
  return one === other || (one.fixture === other.fixture && numbersOf(one) === numbersOf(other));
}

/** Opens the store of a state; `open` itself if it was made from the same. Throws an InputError for an invalid fixture. */
export function reopenStore(state: StoreState, open: Store): Store {
  if (isSame(open.state, state)) return open;
  const { range, fixture, ...numbers } = state;
  const parsed = fixture === undefined ? undefined : parseFixture(fixture, 'of the state');
  return openStore({ ...numbers, fixture: parsed }, { 'quantity-range': range });
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

export function fitStock(stock: readonly StockRecord[], { 'quantity-range': { minimum, maximum } }: StockBehaviour) {
  const isWithin = ({ quantity }: StockRecord) => quantity >= minimum && quantity <= maximum;
  if (stock.every(isWithin)) return stock;
  return stock.map((record) => ({ ...record, quantity: Math.max(minimum, Math.min(maximum, record.quantity)) }));
}
