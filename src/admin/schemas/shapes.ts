import type { JSONSchema } from 'json-schema-to-ts';
import { arrayOf, object } from '../../json/schema-builders.js';

type Fields = Readonly<Record<string, JSONSchema>>;

/** Returns the schema of a short list without pages. */
export function listOf<const Item extends JSONSchema>(items: Item) {
  return object({ items: arrayOf(items) });
}

/** Returns the schema of a page of a list, with further fields. */
export function pageOf<const Item extends JSONSchema, const More extends Fields = Record<never, never>>(
  items: Item,
  more: More = {} as More,
) {
  return object({
    items: arrayOf(items),
    total: { type: 'integer', minimum: 0, description: 'Number of items on all pages' },
    next: { type: ['string', 'null'], description: 'The `after` of the next page; null on the last page' },
    ...more,
  });
}

export const text = { type: 'string' } as const;
export const integer = { type: 'integer' } as const;
/** As exact as JSON. */
export const int64 = { type: 'integer', format: 'int64' } as const;
/** How an int64 is read: as a bigint if a number would be rounded. */
export type Exact = { readonly deserialize: [{ pattern: typeof int64; output: number | bigint }] };
export const moment = { type: 'string', format: 'date-time' } as const;
export const momentOrNull = { type: ['string', 'null'], format: 'date-time' } as const;

/** A seed for reproducible randomness. */
export const seed = { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 } as const;

/** Names of snapshots. They do not start with a dot: `..` in a path would be resolved. */
export const SNAPSHOT_NAME = /^[\w-][\w.-]{0,63}$/;

export const isBoundBySize = {
  type: 'boolean',
  description: 'Whether older requests were dropped before their maximum number was reached, because of their size',
} as const;
