import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { schemas } from '../../spec/schemas.js';
import { listOf, pageOf, SNAPSHOT_NAME, seed } from './page.js';

export const clockState = {
  type: 'object',
  required: ['now', 'mode', 'scale'],
  properties: {
    now: { type: 'string', format: 'date-time', description: 'Time of the world' },
    mode: { enum: ['real', 'manual'], description: '`real`: time passes. `manual`: time changes only when set.' },
    scale: {
      type: 'number',
      minimum: 0,
      description: 'Seconds of the world per real second; 0 if frozen',
    },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const clockAdvance = {
  type: 'object',
  required: ['by'],
  properties: { by: { type: ['string', 'number'], minimum: 0, description: 'A duration, or milliseconds' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const clockSet = {
  type: 'object',
  required: ['to'],
  properties: { to: { type: 'string', description: 'A time, in the future or the past' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const clockRun = {
  type: 'object',
  properties: { scale: { type: 'number', exclusiveMinimum: 0, maximum: 86_400, description: 'Speed; default 1' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

export type ClockState = FromSchema<typeof clockState>;
export type ClockAdvance = FromSchema<typeof clockAdvance>;
export type ClockSet = FromSchema<typeof clockSet>;
export type ClockRun = FromSchema<typeof clockRun>;

/** The id is a string: JavaScript numbers round ids beyond 2^53. */
export const stockEntry = {
  type: 'object',
  required: ['petId', 'quantity', 'status'],
  properties: {
    petId: { type: 'string', pattern: '^-?\\d+$' },
    quantity: { type: 'integer' },
    status: { enum: schemas.PetStatus.enum },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const stockPage = pageOf(stockEntry);

export const stockChange = {
  type: 'object',
  minProperties: 1,
  properties: {
    quantity: { type: 'integer' },
    status: { enum: schemas.PetStatus.enum },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** The changes since the last event; with `isAllNew`, read the whole stock again. */
export const stockUpdate = {
  type: 'object',
  required: ['version', 'total', 'isAllNew', 'changes'],
  properties: {
    version: { type: 'integer' },
    total: { type: 'integer' },
    isAllNew: { type: 'boolean' },
    changes: { type: 'array', items: stockEntry },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export type StockEntry = FromSchema<typeof stockEntry>;
export type StockPage = FromSchema<typeof stockPage>;
export type StockChange = FromSchema<typeof stockChange>;
export type StockUpdate = FromSchema<typeof stockUpdate>;

/** A summary of one world. */
export const worldState = {
  type: 'object',
  required: ['world', 'baseUrl', 'clock', 'pets', 'keys', 'faults', 'snapshots', 'requests', 'behaviour'],
  properties: {
    world: { type: 'string' },
    baseUrl: { type: 'string' },
    clock: clockState,
    pets: { type: 'integer' },
    keys: { type: 'integer' },
    faults: { type: 'integer' },
    snapshots: { type: 'integer' },
    requests: {
      type: 'object',
      required: ['latest', 'kept', 'forgotten'],
      properties: {
        latest: { type: 'integer', description: 'Number of the newest request; 0 before the first' },
        kept: { type: 'integer' },
        forgotten: { type: 'integer', description: 'Older requests that no longer fit the journal' },
      },
      additionalProperties: false,
    },
    behaviour: { type: 'object', description: 'Choices that differ from the default' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const seedOptions = {
  type: 'object',
  properties: {
    pets: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'Number of pets to generate' },
    seed: { ...seed, description: 'The same seed generates the same pets' },
    fixture: { type: 'object', description: 'Stock as in a fixture file' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const snapshotOptions = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', pattern: SNAPSHOT_NAME.source } },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const snapshotState = {
  type: 'object',
  required: ['name', 'takenAt'],
  properties: {
    name: { type: 'string' },
    takenAt: { type: 'string', format: 'date-time', description: 'By the clock of the world' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const snapshotList = listOf(snapshotState);

export const scenarioList = listOf({
  type: 'object',
  required: ['name', 'description'],
  properties: { name: { type: 'string' }, description: { type: 'string', description: 'What it does' } },
  additionalProperties: false,
} as const);

export const scenarioOptions = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, seed: { ...seed, description: 'For `flaky`; default 1' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** The open questions and the choices of the world. */
export const behaviourList = listOf({
  type: 'object',
  required: ['id', 'section', 'question', 'choices', 'schema', 'default', 'choice'],
  properties: {
    id: { type: 'string' },
    section: { type: 'string' },
    question: { type: 'string' },
    choices: { type: 'string' },
    schema: { type: 'object', description: 'JSON Schema of the choices' },
    default: {},
    choice: {},
  },
  additionalProperties: false,
} as const);

/** Choices by the id of their open question. */
export const behaviourChange = { type: 'object', minProperties: 1 } as const satisfies JSONSchema;

const worldEntry = {
  type: 'object',
  required: ['id', 'isShared', 'keys', 'pets', 'requests', 'ageSeconds', 'idleSeconds', 'droppedAfterSeconds'],
  properties: {
    id: { type: 'string', description: '`shared`, or `w1`, `w2` and so on' },
    isShared: { type: 'boolean' },
    keys: { type: 'integer', description: 'Number of its keys' },
    pets: { type: 'integer' },
    requests: { type: 'integer', description: 'Number of its requests' },
    ageSeconds: { type: 'number' },
    idleSeconds: { type: 'number', description: 'Real time since its last use by a key or an admin call' },
    droppedAfterSeconds: { type: ['number', 'null'], description: 'Idle time until it is dropped; null: never' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const worldPage = {
  ...pageOf(worldEntry),
  required: ['items', 'total', 'next', 'limit', 'dropped'],
  properties: {
    ...pageOf(worldEntry).properties,
    limit: { type: 'integer', description: 'Maximum number of isolated worlds' },
    dropped: {
      type: 'array',
      description: 'The worlds dropped last, newest first',
      items: {
        type: 'object',
        required: ['id', 'reason', 'at'],
        properties: {
          id: { type: 'string' },
          reason: { enum: ['idle', 'no-room', 'deleted'] },
          at: { type: 'string', format: 'date-time', description: 'In real time' },
        },
        additionalProperties: false,
      },
    },
  },
} as const satisfies JSONSchema;

export type WorldState = FromSchema<typeof worldState>;
export type SeedOptions = FromSchema<typeof seedOptions>;
export type SnapshotOptions = FromSchema<typeof snapshotOptions>;
export type SnapshotState = FromSchema<typeof snapshotState>;
export type SnapshotList = FromSchema<typeof snapshotList>;
export type ScenarioList = FromSchema<typeof scenarioList>;
export type ScenarioOptions = FromSchema<typeof scenarioOptions>;
export type BehaviourList = FromSchema<typeof behaviourList>;
export type BehaviourChange = FromSchema<typeof behaviourChange>;
export type WorldEntry = FromSchema<typeof worldEntry>;
export type WorldPage = FromSchema<typeof worldPage>;
