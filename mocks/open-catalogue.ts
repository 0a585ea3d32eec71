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
  const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most;
  if (!isCount(pets, MOST_PETS)) {
    throw new InputError(
      'Generating pets',
      `${quoteValue(pets)} is not a number of pets`,
      `Try any number from 0 to ${MOST_PETS}.`,
    );
  }
  if (!isCount(seed, MOST_SEED)) {
    throw new InputError(
      'Generating pets',
      `${quoteValue(seed)} is not a seed`,
      `Try any whole number from 0 to ${MOST_SEED}.`,
    );
  }
  const arrange: CatalogueOptions['arrange'] = (stock) => fitStock(stock, behaviour);
  return createCatalogue({ pets, seed, fixture: fixture && asFixture(fixture), arrange });
}

function asFixture(fixture: Fixture | FixtureInput): Fixture {
  if (fixture.pets instanceof Map) return fixture as Fixture;
  const parsed = parseFixture(writePlainJson(ATTEMPTED, fixture), 'of the option');
  rejectRounded(fixture, '');
  return parsed;
}

/** A number beyond 2^53 may differ from the id in the source: the engine rounds it silently. */
function rejectRounded(value: unknown, pointer: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new InputError(
      ATTEMPTED,
      `${pointer} is a number beyond 2^53 and may have been rounded`,
      'Write it as a bigint, such as 9007199254740993n.',
    );
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
