import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { schemas } from '../../spec/schemas.js';
import { pageOf } from './page.js';

/** The id as text: a number of JavaScript would round the ones beyond 2^53. */
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

/** What has changed since the last event; where that is too much to tell, the stock is to be read again. */
export const stockNews = {
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
export type StockNews = FromSchema<typeof stockNews>;
