import type { Fixture } from '../fixtures/parse-fixture.js';
import type { Profile } from '../src/profile/profile.js';
import type { PetStatus } from '../src/spec/schemas.js';
import type { PartialBehaviour } from '../src/validation/parse-behaviour.js';
import type { KeyOption } from './limits/key-option.js';
import type { ScenarioName } from './steering/scenario-names.js';

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
