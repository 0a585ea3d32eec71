import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, object } from '../json/schema-builders.js';
import { schemas } from '../service/petstore.js';
import { type Exact, int64, integer, pageOf } from './schemas/shapes.js';

const fields = { quantity: integer, status: { enum: schemas.PetStatus.enum } } as const;
/** As in a path. */
const digits = { type: 'string', pattern: '^-?\\d+$' } as const;

/** The id is the number that the service writes. Read ids beyond 2^53 without rounding. */
const stockEntry = object({ petId: int64, ...fields });

export const stockSchemas = {
  stockEntry,
  /** A page of the stock. */
  stockPage: pageOf(stockEntry),
  /** The fields of a pet to change. */
  stockChange: { ...object({}, fields), minProperties: 1 } as const,
  /** The changes since the last event; with `isAllNew`, read the whole stock again. */
  stockUpdate: object({
    version: integer,
    total: integer,
    isAllNew: { type: 'boolean' },
    changes: arrayOf(stockEntry),
  }),
};

/** A pet in the stock. */
export type StockEntry = FromSchema<typeof stockEntry, Exact>;
/** One page of the stock, and where the next one begins. */
export type StockPage = FromSchema<typeof stockSchemas.stockPage, Exact>;
/** What to change of a pet. */
export type StockChange = FromSchema<typeof stockSchemas.stockChange>;
/** What a change of a pet led to. */
export type StockUpdate = FromSchema<typeof stockSchemas.stockUpdate, Exact>;

/** What the client accepts for the parameters of paths. */
export interface StockIds {
  readonly petId: string | number | bigint;
}

export const stockParameters = {
  path: { petId: { description: 'Id of the pet', schema: digits, example: '1' } },
  query: {
    search: {
      description: 'Only pets that match each word: digits in the id, letters at the start of the status',
      schema: { type: 'string' },
      example: '42',
    },
  },
} as const;
