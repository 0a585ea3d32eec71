import type { FromSchema } from 'json-schema-to-ts';
import { object, openObject } from '../../json/schema-builders.js';
import { integer, isBoundBySize, listOf, moment, pageOf, SNAPSHOT_NAME, seed, text } from './shapes.js';

/** The clock of a world. */
export const clockState = object({
  now: { ...moment, description: 'Time of the world' },
  mode: { enum: ['real', 'manual'], description: '`real`: time passes. `manual`: time changes only when set.' },
  scale: { type: 'number', minimum: 0, description: 'Seconds of the world per real second; 0 if frozen' },
});

export const clockAdvance = object({
  by: { type: ['string', 'number'], minimum: 0, description: 'A duration, or milliseconds' },
});

export const clockSet = object({ to: { type: 'string', description: 'A time, in the future or the past' } });

export const clockRun = object(
  {},
  { scale: { type: 'number', exclusiveMinimum: 0, maximum: 86_400, description: 'Speed; default 1' } },
);

export type ClockState = FromSchema<typeof clockState>;

/** A summary of one world. */
export const worldState = object({
  world: text,
  baseUrl: text,
  clock: clockState,
  pets: integer,
  keys: integer,
  faults: integer,
  snapshots: integer,
  requests: object({
    latest: { type: 'integer', description: 'Number of the newest request; 0 before the first' },
    kept: integer,
    forgotten: { type: 'integer', description: 'Older requests that no longer fit the journal' },
    isBoundBySize,
  }),
  behaviour: { type: 'object', description: 'Choices that differ from the default' },
});

/** The store that replaces the present one. */
export const seedOptions = object(
  {},
  {
    pets: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'Number of pets to generate' },
    seed: { ...seed, description: 'The same seed generates the same pets' },
    fixture: { type: 'object', description: 'Stock as in a fixture file' },
  },
);

export const snapshotOptions = object({ name: { type: 'string', pattern: SNAPSHOT_NAME.source } });

/** A snapshot that was taken. */
export const snapshotState = object({
  name: text,
  takenAt: { ...moment, description: 'By the clock of the world' },
});

/** What a world remembers. The fake's own schema describes the rest. */
export const stateDocument = {
  ...openObject({ format: { const: 'petstore-mock-state' }, version: { const: 1 } }),
  // The linter of the OpenAPI document wants it said.
  additionalProperties: true,
  description:
    'Everything that a world remembers: stock, messages, keys with their quotas and bans, clock, faults, behaviour, profile and journal. Ids are strings, so any JSON parser keeps them exact.',
} as const;

/** The snapshots of a world. */
export const snapshotList = listOf(snapshotState);

/** The scenarios. */
export const scenarioList = listOf(
  object({ name: text, description: { type: 'string', description: 'What it does' } }),
);

export const scenarioOptions = object({ name: text }, { seed: { ...seed, description: 'For `flaky`; default 1' } });

/** The open questions and the choices of the world. */
export const behaviourList = listOf(
  object({
    id: text,
    section: text,
    question: text,
    choices: text,
    schema: { type: 'object', description: 'JSON Schema of the choices' },
    default: {},
    choice: {},
  }),
);

/** Choices by the id of their open question. */
export const behaviourChange = { type: 'object', minProperties: 1 } as const;

const worldEntry = object({
  id: { type: 'string', description: '`shared`, or `w1`, `w2` and so on' },
  isShared: { type: 'boolean' },
  keys: { type: ['integer', 'null'], description: 'Number of its keys; null: only other servers on the store know' },
  pets: { type: ['integer', 'null'] },
  requests: { type: ['integer', 'null'], description: 'Number of its requests' },
  ageSeconds: { type: 'number' },
  idleSeconds: { type: ['number', 'null'], description: 'Real time since its last use by a key or an admin call' },
  droppedAfterSeconds: { type: ['number', 'null'], description: 'Idle time until it is dropped; null: never' },
});

/** A page of worlds. */
export const worldPage = pageOf(worldEntry, {
  limit: { type: 'integer', description: 'Maximum number of isolated worlds' },
});

export const worldDigest = object({
  world: text,
  digest: {
    type: 'string',
    description:
      'Equal on all servers of a store that have applied the same. It covers everything but the contents of the journal',
  },
});

export type WorldState = FromSchema<typeof worldState>;
export type SeedOptions = FromSchema<typeof seedOptions>;
export type SnapshotState = FromSchema<typeof snapshotState>;
export type SnapshotList = FromSchema<typeof snapshotList>;
export type ScenarioList = FromSchema<typeof scenarioList>;
export type BehaviourList = FromSchema<typeof behaviourList>;
export type BehaviourChange = FromSchema<typeof behaviourChange>;
/** One world in the list of worlds. */
export type WorldEntry = FromSchema<typeof worldEntry>;
export type WorldPage = FromSchema<typeof worldPage>;
