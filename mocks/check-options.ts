import { InputError } from '../src/validation/input-error.js';
import { refusePromise } from './refuse-promise.js';
import { checkedScenario } from './steering/scenario-names.js';
import type { SeedOptions, WorldOptions } from './world-options.js';

type Check = (value: unknown) => boolean;

const isAnything: Check = () => true;
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBoolean: Check = (value) => typeof value === 'boolean';

/** What an option must be for the readers of its value to say the rest. */
const seedOptions: Record<keyof SeedOptions, Check> = { pets: isAnything, seed: isAnything, fixture: isObject };
const worldOptions: Record<keyof WorldOptions, Check> = {
  ...seedOptions,
  baseUrl: (value) => typeof value === 'string',
  keys: isObject,
  behaviour: isObject,
  clock: isAnything,
  cors: isBoolean,
  showAssumptions: isBoolean,
  scenario: (value) => checkedScenario(value) !== undefined,
  journalLimit: (value) => Number.isInteger(value) && (value as number) >= 0,
  onBug: (value) => typeof value === 'function',
};

/** Throws an InputError for an option that there is not, or that is of another kind: a typo must not go unseen. */
export function checkWorldOptions(options: unknown): void {
  check('Opening the fake', options, worldOptions);
}

/** Throws an InputError for an option of `seed` that there is not, or that is of another kind. */
export function checkSeedOptions(options: unknown): void {
  check('Seeding the fake', options, seedOptions);
}

function check(attempted: string, options: unknown, known: Readonly<Record<string, Check>>): void {
  refusePromise(attempted, 'the options object', options);
  if (!isObject(options)) throw new InputError(attempted, 'the options are no object', 'Try { pets: 10 }.');
  for (const [name, value] of Object.entries(options as object)) {
    const isUsable = Object.hasOwn(known, name) ? known[name] : undefined;
    const names = `Options: ${Object.keys(known).join(', ')}.`;
    if (isUsable === undefined) throw new InputError(attempted, `there is no option ${name}`, names);
    refusePromise(attempted, `the option ${name}`, value);
    if (value !== undefined && !isUsable(value)) {
      throw new InputError(
        attempted,
        `the option ${name} is of another kind`,
        'See docs/library.md for what it takes.',
      );
    }
  }
}
