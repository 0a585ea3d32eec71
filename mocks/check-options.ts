import { InputError } from '../src/validation/input-error.js';
import { nameHint } from '../src/validation/name-hint.js';
import { refusePromise } from '../src/validation/refuse-promise.js';
import { checkedScenario } from './steering/scenario-names.js';
import type { SeedOptions, WorldOptions } from './world-options.js';

/** Of what kind an option must be, for the readers of its value to say the rest; and one that would work, as it stands in code. */
interface Kind {
  readonly takes: (value: unknown) => boolean;
  readonly example: string;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isAnything = () => true;

const seedOptions: Readonly<Record<keyof SeedOptions, Kind>> = {
  pets: { takes: isAnything, example: '10' },
  seed: { takes: isAnything, example: '1' },
  fixture: { takes: isObject, example: "{ inventory: [{ petId: 1, quantity: 12, status: 'available' }] }" },
};
const worldOptions: Readonly<Record<keyof WorldOptions, Kind>> = {
  ...seedOptions,
  baseUrl: { takes: (value) => typeof value === 'string', example: "'http://127.0.0.1:4290/v1'" },
  keys: { takes: isObject, example: "{ my_key: 'pro' }" },
  behaviour: { takes: isObject, example: "{ 'ban-threshold': 5 }" },
  profile: { takes: isObject, example: "JSON.parse(readFileSync('petstore-profile.json', 'utf8'))" },
  latency: { takes: isBoolean, example: 'true' },
  clock: { takes: isAnything, example: "'2026-11-21T12:00:00Z'" },
  cors: { takes: isBoolean, example: 'false' },
  showAssumptions: { takes: isBoolean, example: 'true' },
  scenario: { takes: (value) => checkedScenario(value) !== undefined, example: "'sold-out'" },
  journalLimit: { takes: (value) => Number.isInteger(value) && (value as number) >= 0, example: '1000' },
  onBug: { takes: (value) => typeof value === 'function', example: '(bug) => console.error(bug)' },
};

/** Throws an InputError for an option that there is not, or that is of another kind: a typo must not go unseen. */
export function checkWorldOptions(options: unknown): void {
  check('Opening the fake', options, worldOptions);
}

/** Throws an InputError for an option of `seed` that there is not, or that is of another kind. */
export function checkSeedOptions(options: unknown): void {
  check('Seeding the fake', options, seedOptions);
}

function check(attempted: string, options: unknown, known: Readonly<Record<string, Kind>>): void {
  refusePromise(attempted, 'the options object', options);
  if (!isObject(options)) throw new InputError(attempted, 'the options are no object', 'Try { pets: 10 }.');
  for (const [name, value] of Object.entries(options as object)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) {
      throw new InputError(attempted, `there is no option ${name}`, nameHint(name, Object.keys(known), 'Options'));
    }
    refusePromise(attempted, `the option ${name}`, value);
    if (value !== undefined && !kind.takes(value)) {
      throw new InputError(attempted, `the option ${name} is of another kind`, `Try { ${name}: ${kind.example} }.`);
    }
  }
}
