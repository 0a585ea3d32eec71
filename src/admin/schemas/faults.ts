import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { operationIds } from '../../spec/operations.js';
import { listOf, seed } from './page.js';

/** In milliseconds, at most an hour. */
const length = { type: 'number', minimum: 0, maximum: 3_600_000 } as const satisfies JSONSchema;

/** How long answers take: always the same, or drawn for each. Times in milliseconds of real time. */
const delay = {
  oneOf: [
    { ...length, description: 'Always as long' },
    {
      type: 'object',
      required: ['type', 'mean', 'deviation'],
      properties: { type: { const: 'normal' }, mean: length, deviation: length },
      additionalProperties: false,
    },
    {
      type: 'object',
      required: ['type', 'median', 'sigma'],
      properties: {
        type: { const: 'lognormal' },
        median: { type: 'number', exclusiveMinimum: 0, maximum: 3_600_000 },
        sigma: { type: 'number', minimum: 0, maximum: 10, description: 'Standard deviation of the natural logarithm' },
      },
      additionalProperties: false,
    },
  ],
} as const satisfies JSONSchema;

const fault = {
  operation: { enum: ['any', ...operationIds], description: 'Whose requests it meets; default `any`' },
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'Refuses with this status' },
  network: { const: 'reset', description: 'The connection breaks before an answer comes' },
  delayMs: { ...delay, description: 'How long the answer takes' },
  body: {
    enum: ['truncated', 'malformed'],
    description: '`truncated`: the connection breaks halfway through. `malformed`: it is no JSON.',
  },
  dripMs: { ...length, description: 'The body comes in small pieces, over so many milliseconds' },
  probability: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 1,
    description: 'What share of the requests it meets; default 1',
  },
  seed: { ...seed, description: 'The same seed, the same requests and lengths; default 1' },
} as const satisfies Record<string, JSONSchema>;

export const faultOptions = {
  type: 'object',
  properties: {
    ...fault,
    key: {
      type: 'string',
      pattern: '\\S',
      description: 'Meets only requests with this key: its pseudonym or its text',
    },
    count: {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How many requests it meets before it is over; left out, until it is removed',
    },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const faultState = {
  type: 'object',
  required: ['id', 'operation', 'key', 'left', 'met'],
  properties: {
    id: { type: 'string' },
    ...fault,
    key: { type: ['string', 'null'], description: 'The pseudonym of the key that it meets; null: every one' },
    left: { type: ['integer', 'null'], description: 'Requests that it is still to meet; null: until it is removed' },
    met: { type: 'integer', description: 'Requests that it has met' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const faultList = listOf(faultState);

export type FaultOptions = FromSchema<typeof faultOptions>;
export type FaultState = FromSchema<typeof faultState>;
export type FaultList = FromSchema<typeof faultList>;
