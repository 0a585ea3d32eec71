import { type Catalogue, type CatalogueOptions, createCatalogue } from '../fixtures/catalogue.js';
import { type Fixture, parseFixture } from '../fixtures/parse-fixture.js';
import type { StockRecord } from '../fixtures/stock.js';
import { type Behaviour, defaultBehaviour } from '../src/spec/behaviour.js';
import { quoteValue } from '../src/spec/quoting.js';
import { InputError } from '../src/spec/validation/input-error.js';
import type { FixtureInput, SeedOptions } from './world-options.js';
import { writePlainJson } from './write-plain-json.js';

const ATTEMPTED = 'Reading the fixture of the option';
export const MOST_PETS = 1_000_000;
export const MOST_SEED = 2 ** 32 - 1;

/** Opens the store of the options; generated stock fits the behaviour. Throws an InputError for an invalid count, seed or fixture. */
export function openCatalogue(
  { pets = 100, seed = 1, fixture }: SeedOptions,
  behaviour: StockBehaviour = defaultBehaviour,
): Catalogue {
  checkCount(pets, MOST_PETS, 'a number of pets');
  checkCount(seed, MOST_SEED, 'a seed');
  const arrange: CatalogueOptions['arrange'] = (stock) => fitStock(stock, behaviour);
  return createCatalogue({ pets, seed, fixture: fixture && asFixture(fixture), arrange });
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

type StockBehaviour = Pick<Behaviour, 'quantity-range' | 'list-order'>;

/**
 * Fits generated stock to a behaviour: quantities are within its range, and if pets are listed as stored, they are not stored in
 * the order of their ids.
 */
export function fitStock(
  stock: readonly StockRecord[],
  { 'quantity-range': { minimum, maximum }, 'list-order': order }: StockBehaviour,
): readonly StockRecord[] {
  const isWithin = ({ quantity }: StockRecord) => quantity >= minimum && quantity <= maximum;
  const within = stock.every(isWithin)
    ? stock
    : stock.map((record) => ({ ...record, quantity: Math.max(minimum, Math.min(maximum, record.quantity)) }));
  if (order !== 'as-stored') return within;
  const isEven = (_record: StockRecord, index: number) => index % 2 === 0;
  return [...within.filter(isEven), ...within.filter((record, index) => !isEven(record, index))];
}
