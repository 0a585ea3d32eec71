import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { object } from '../../json/schema-builders.js';
import { listOf, seed, text } from './shapes.js';

/** In milliseconds, up to an hour. */
const length = { type: 'number', minimum: 0, maximum: 3_600_000 } as const;

const operation = { type: 'string', description: 'Id of the operation that it applies to; default `any`' } as const;

const effect = {
  status: { type: 'integer', minimum: 400, maximum: 599, description: 'Responds with this status' },
  network: { const: 'reset', description: 'Resets the connection before a response' },
  delayMs: { ...length, description: 'Delay of the response, in milliseconds of real time' },
  body: {
    enum: ['truncated', 'malformed'],
    description: '`truncated`: the connection closes halfway through. `malformed`: it is not JSON.',
  },
  dripMs: { ...length, description: 'Sends the body in small pieces over this many milliseconds' },
  probability: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 1,
    description: 'Share of the requests that it applies to; default 1',
  },
  seed: { ...seed, description: 'The same seed affects the same requests; default 1' },
} as const satisfies Record<string, JSONSchema>;

/** A fault to add. */
export const faultOptions = object(
  {},
  {
    operation,
    ...effect,
    key: {
      type: 'string',
      pattern: '\\S',
      description: 'Applies only to requests with this key: its pseudonym or the key itself',
    },
    count: {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Number of requests that it applies to; without it, until removed',
    },
  },
);

/** A fault of a world. */
export const faultState = object(
  {
    id: text,
    operation,
    key: { type: ['string', 'null'], description: 'Pseudonym of the key that it applies to; null: every key' },
    left: { type: ['integer', 'null'], description: 'Requests left that it will apply to; null: until removed' },
    met: { type: 'integer', description: 'Requests that it applied to' },
  },
  effect,
);

/** The faults of a world. */
export const faultList = listOf(faultState);

export type FaultOptions = FromSchema<typeof faultOptions>;
export type FaultState = FromSchema<typeof faultState>;
export type FaultList = FromSchema<typeof faultList>;
