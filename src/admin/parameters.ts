import type { JSONSchema } from 'json-schema-to-ts';
import { petstore } from '../service/petstore.js';
import { SNAPSHOT_NAME } from './schemas/shapes.js';
import { stockParameters } from './stock.js';

export interface AdminParameter {
  readonly description: string;
  /** Schema of its parsed value. */
  readonly schema: JSONSchema;
  /** A valid value, as text. */
  readonly example: string;
}

const operations = Object.values(petstore.operations);

/** The id of an operation of the service, for examples. */
export const exampleOperation = operations.find(({ isWrite }) => isWrite)?.id ?? 'any';

/** Parameters of paths. */
export const pathParameters = {
  ...stockParameters.path,
  name: {
    description: 'Name of the snapshot',
    schema: { type: 'string', pattern: SNAPSHOT_NAME.source },
    example: 'before',
  },
  id: { description: 'Id of the fault or world', schema: { type: 'string' }, example: '1' },
  number: { description: 'Number of the request', schema: { type: 'integer', minimum: 1 }, example: '1' },
} as const satisfies Record<string, AdminParameter>;

/** Parameters of queries. */
export const queryParameters = {
  world: { description: 'Id of the world; default `shared`', schema: { type: 'string' }, example: 'w1' },
  limit: {
    description: 'Maximum number of items; default 100',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
    example: '100',
  },
  after: { description: 'The `next` of the previous page', schema: { type: 'string' }, example: '100' },
  ...stockParameters.query,
  operation: {
    description: 'Only requests to this operation',
    schema: { type: 'string', pattern: '\\S' },
    example: exampleOperation,
  },
  status: {
    description: 'Only requests with this status or status class',
    schema: { type: 'string', pattern: '^[1-5](?:\\d\\d|xx)$' },
    example: '429',
  },
  key: {
    description: 'Only requests with this key: its pseudonym (`key#1`, in a URL `key%231`) or the key itself',
    schema: { type: 'string', pattern: '\\S' },
    example: 'key#1',
  },
  method: {
    description: 'Only requests with this method',
    schema: { type: 'string', pattern: '^[A-Z]+$' },
    example: 'PATCH',
  },
  path: {
    description: 'Only requests whose path contains this text',
    schema: { type: 'string' },
    example: operations[0]?.path ?? '/',
  },
  since: { description: 'Only requests after this number', schema: { type: 'integer', minimum: 0 }, example: '17' },
  text: {
    description:
      'Only exchanges that show this text in the URL, headers or bodies, in any case; keys are pseudonyms there, and are not found',
    schema: { type: 'string', pattern: '^\\s*\\S[\\s\\S]{0,199}$' },
    example: 'not_found',
  },
  order: { description: 'Sort order; default newest first', schema: { enum: ['newest', 'oldest'] }, example: 'oldest' },
  count: {
    description: 'How many requests to wait for; default 1',
    schema: { type: 'integer', minimum: 1 },
    example: '2',
  },
  timeout: { description: 'How long to wait, up to 60s; default 5s', schema: { type: 'string' }, example: '5s' },
} as const satisfies Record<string, AdminParameter>;

export type QueryParameter = keyof typeof queryParameters;
