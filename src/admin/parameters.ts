import type { JSONSchema } from 'json-schema-to-ts';
import { operationIds } from '../spec/operations.js';
import { SNAPSHOT_NAME } from './schemas/world.js';

export interface AdminParameter {
  readonly description: string;
  /** What its text must be once it is read. */
  readonly schema: JSONSchema;
  /** A value that works, as text. */
  readonly example: string;
}

/** What may stand in a path. */
export const pathParameters = {
  petId: { description: 'Id of the pet', schema: { type: 'string', pattern: '^-?\\d+$' }, example: '1' },
  name: {
    description: 'Name of the snapshot',
    schema: { type: 'string', pattern: SNAPSHOT_NAME.source },
    example: 'before',
  },
  id: { description: 'Its id', schema: { type: 'string' }, example: '1' },
  number: { description: 'Number of the request', schema: { type: 'integer', minimum: 1 }, example: '1' },
} as const satisfies Record<string, AdminParameter>;

/** What may stand in a query. */
export const queryParameters = {
  world: { description: 'The world that is meant; default `shared`', schema: { type: 'string' }, example: 'w1' },
  limit: {
    description: 'How many at most; default 100',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
    example: '100',
  },
  after: { description: 'The `next` of the part before', schema: { type: 'string' }, example: '100' },
  search: { description: 'Only pets whose id has these digits', schema: { type: 'string' }, example: '42' },
  operation: {
    description: 'Only requests to this operation',
    schema: { enum: operationIds },
    example: 'updateInventory',
  },
  status: {
    description: 'Only requests with this status, or of this class',
    schema: { type: 'string', pattern: '^[1-5](?:\\d\\d|xx)$' },
    example: '429',
  },
  key: {
    description: 'Only requests with this key: its pseudonym (`key#1`, in a URL `key%231`), or its text',
    schema: { type: 'string', pattern: '\\S' },
    example: 'key#1',
  },
  method: {
    description: 'Only requests of this method',
    schema: { type: 'string', pattern: '^[A-Z]+$' },
    example: 'PATCH',
  },
  path: { description: 'Only requests whose path has this in it', schema: { type: 'string' }, example: '/inventory' },
  since: {
    description: 'Only requests after the one of this number',
    schema: { type: 'integer', minimum: 0 },
    example: '17',
  },
  order: {
    description: 'Newest or oldest first; default newest',
    schema: { enum: ['newest', 'oldest'] },
    example: 'oldest',
  },
  count: { description: 'How many to wait for; default 1', schema: { type: 'integer', minimum: 1 }, example: '2' },
  timeout: { description: 'How long to wait, at most 60s; default 5s', schema: { type: 'string' }, example: '5s' },
} as const satisfies Record<string, AdminParameter>;

export type QueryParameter = keyof typeof queryParameters;
