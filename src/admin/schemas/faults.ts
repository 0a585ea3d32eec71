import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { operationIds } from '../../spec/operations.js';
import { listOf } from './page.js';

/** How long answers take: always the same, or drawn for each. Times in milliseconds of real time. */
const delay = {
  oneOf: [
    { type: 'number', description: 'Always as long' },
    {
      type: 'object',
      required: ['type', 'mean', 'deviation'],
      properties: { type: { const: 'normal' }, mean: { type: 'number' }, deviation: { type: 'number' } },
      additionalProperties: false,
    },
    {
      type: 'object',
      required: ['type', 'median', 'sigma'],
      properties: {
        type: { const: 'lognormal' },
        median: { type: 'number' },
        sigma: { type: 'number', description: 'Standard deviation of the natural logarithm' },
      },
      additionalProperties: false,
    },
  ],
} as const satisfies JSONSchema;

const fault = {
  operation: { enum: ['any', ...operationIds], description: 'Whose requests it meets; default `any`' },
  status: { type: 'integer', description: 'Refuses with this status, from 400 to 599' },
  network: { const: 'reset', description: 'The connection breaks before an answer comes' },
  delayMs: { ...delay, description: 'How long the answer takes' },
  body: {
    enum: ['truncated', 'malformed'],
    description: '`truncated`: the connection breaks halfway through. `malformed`: it is no JSON.',
  },
  dripMs: { type: 'number', description: 'The body comes in small pieces, over so many milliseconds' },
  probability: { type: 'number', description: 'What share of the requests it meets; default 1' },
  seed: { type: 'integer', description: 'The same seed, the same requests and lengths; default 1' },
} as const satisfies Record<string, JSONSchema>;

export const faultAsk = {
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

export type FaultAsk = FromSchema<typeof faultAsk>;
export type FaultState = FromSchema<typeof faultState>;
export type FaultList = FromSchema<typeof faultList>;
