import type { Fixture } from '../fixtures/parse-fixture.js';
import type { Profile } from '../src/fidelity/profile/profile.js';
import { BEARER_TOKEN } from '../src/spec/bearer.js';
import { isPlanName, type PlanName, planNames } from '../src/spec/plans.js';
import { quoteValue } from '../src/spec/quoting.js';
import type { PetStatus } from '../src/spec/schemas.js';
import { assertNotPromise, checkedFields, InputError } from '../src/spec/validation/input-error.js';
import { nameHint } from '../src/spec/validation/name-hint.js';
import type { PartialBehaviour } from '../src/spec/validation/parse-behaviour.js';
import { parseDurationMs } from './clock.js';
import { checkedScenario, type ScenarioName } from './steering/scenario-names.js';

/** A store as a user writes it in code; ids beyond 2^53 as a bigint. */
export interface FixtureInput {
  readonly inventory: readonly {
    readonly petId: number | bigint;
    readonly quantity: number;
    readonly status: PetStatus;
  }[];
  readonly pets?: readonly object[];
  readonly orders?: readonly object[];
}

export interface SeedOptions {
  /** How many pets to generate; default 100. */
  readonly pets?: number | undefined;
  /** The same seed gives the same pets; default 1. */
  readonly seed?: number | undefined;
  /** A store of the user's own instead of a generated one. */
  readonly fixture?: Fixture | FixtureInput | undefined;
}

export interface WorldOptions extends SeedOptions {
  /** Where the service lives; default `http://127.0.0.1:4290/v1`. */
  readonly baseUrl?: string;
  /** Keys beside the sample keys. */
  readonly keys?: Readonly<Record<string, KeyOption>>;
  /** Answers to open questions, where they differ from the defaults, or from the profile. */
  readonly behaviour?: PartialBehaviour;
  /** What was learned of a deployment (`petstore-mock learn`): the fake answers as that one does. */
  readonly profile?: Profile | object;
  /** Whether answers take as long as the profile says; default false. */
  readonly latency?: boolean;
  /** `real` (the default), or the moment at which a clock stands still until it is moved. */
  readonly clock?: 'real' | Date | string;
  /** Whether answers let browsers on other origins read them; default true. */
  readonly cors?: boolean;
  /** Whether answers name the open questions that they rest on, in `X-Mock-Assumed`; default false. */
  readonly showAssumptions?: boolean;
  /** A situation to begin with, and again after each `reset`. */
  readonly scenario?: ScenarioName;
  /** How many exchanges the journal remembers; default 10,000. */
  readonly journalLimit?: number;
  /** Is told of every bug that was answered with 500; default `console.error`. */
  readonly onBug?: (bug: unknown) => void;
}

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
  assertNotPromise(attempted, 'the options object', options);
  if (!isObject(options)) throw new InputError(attempted, 'the options are no object', 'Try { pets: 10 }.');
  for (const [name, value] of Object.entries(options as object)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) {
      throw new InputError(attempted, `there is no option ${name}`, nameHint(name, Object.keys(known), 'Options'));
    }
    assertNotPromise(attempted, `the option ${name}`, value);
    if (value !== undefined && !kind.takes(value)) {
      throw new InputError(attempted, `the option ${name} is of another kind`, `Try { ${name}: ${kind.example} }.`);
    }
  }
}

/** A key of the user's own: its plan, or the plan and a lifetime such as `'1h'` that begins when the world does. */
export type KeyOption = PlanName | { readonly plan: PlanName; readonly expiresIn?: string };

interface KeyTerms {
  readonly plan: PlanName;
  /** Undefined: the key lives for ever. */
  readonly lifetimeMs: number | undefined;
}

const ATTEMPTED = 'Creating an API key';
const EXAMPLE = "'pro', or { plan: 'pro', expiresIn: '1h' }";

/** Reads on what terms a key of the user's own is given out. Throws an InputError for a key, a plan or a lifetime that cannot be. */
export function checkedKey(key: string, option: KeyOption): KeyTerms {
  if (!BEARER_TOKEN.test(key)) {
    throw new InputError(
      ATTEMPTED,
      'the key contains characters that are not allowed in a bearer token',
      "Try one such as 'team_a-1'.",
    );
  }
  if (typeof option === 'string') return checkedTerms({ plan: option });
  return checkedTerms(checkedFields(ATTEMPTED, 'its plan', option, ['plan', 'expiresIn'], EXAMPLE));
}

/** Throws an InputError for a plan or a lifetime that cannot be. */
export function checkedTerms({ plan, expiresIn }: { readonly plan?: unknown; readonly expiresIn?: unknown }): KeyTerms {
  // What stands in the plan's place may be the key: it is not quoted.
  if (!isPlanName(plan)) {
    throw new InputError(ATTEMPTED, `the plan is unknown`, `Plans: ${planNames.join(', ')}.`);
  }
  const lifetimeMs = expiresIn === undefined ? undefined : parseDurationMs(expiresIn as string);
  if (expiresIn !== undefined && lifetimeMs === undefined) {
    throw new InputError(ATTEMPTED, `${quoteValue(expiresIn)} is not a lifetime`, "Try '1h'.");
  }
  return { plan, lifetimeMs };
}
