import { type Catalogue, createCatalogue } from '../fixtures/catalogue.js';
import { type Fixture, parseFixture } from '../fixtures/parse-fixture.js';
import type { JsonObject } from '../src/json/json-value.js';
import { writeJson } from '../src/json/write-json.js';
import { InputError } from '../src/validation/input-error.js';
import type { FixtureInput, SeedOptions } from './world-options.js';

/** Opens the store that the options ask for. Throws an InputError for a count, a seed or a fixture that cannot be. */
export function openCatalogue({ pets = 100, seed = 1, fixture }: SeedOptions): Catalogue {
  const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most;
  if (!isCount(pets, 1_000_000)) {
    throw new InputError('Generating pets', `${pets} is no number of pets`, 'Try any from 0 to 1000000.');
  }
  if (!isCount(seed, 2 ** 32 - 1)) {
    throw new InputError('Generating pets', `${seed} is no seed`, 'Try any whole number from 0 to 4294967295.');
  }
  return createCatalogue({ pets, seed, fixture: fixture && asFixture(fixture) });
}

function asFixture(fixture: Fixture | FixtureInput): Fixture {
  if (fixture.pets instanceof Map) return fixture as Fixture;
  const parsed = parseFixture(writeJson(fixture as unknown as JsonObject), 'of the option');
  refuseRounded(fixture as FixtureInput);
  return parsed;
}

/** A number beyond 2^53 may be another id than the one in the source: the engine rounded it before anybody could see. */
function refuseRounded({ inventory }: FixtureInput): void {
  const index = inventory.findIndex(({ petId }) => typeof petId === 'number' && !Number.isSafeInteger(petId));
  if (index === -1) return;
  const problem = `/inventory/${index}/petId is a number beyond 2^53 and may have been rounded`;
  throw new InputError(
    'Reading the fixture of the option',
    problem,
    'Write it as a bigint, such as 9007199254740993n.',
  );
}
