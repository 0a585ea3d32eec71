import type { JSONSchema } from 'json-schema-to-ts';

/** A page of a list: `next` is the `after` of the next page. */
export function pageOf<Item extends JSONSchema>(items: Item) {
  return {
    type: 'object',
    required: ['items', 'total', 'next'],
    properties: {
      items: { type: 'array', items },
      total: { type: 'integer', minimum: 0, description: 'Number of items on all pages' },
      next: { type: ['string', 'null'], description: 'The `after` of the next page; null on the last page' },
    },
    additionalProperties: false,
  } as const;
}

/** A short list without pages. */
export function listOf<Item extends JSONSchema>(items: Item) {
  return {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items } },
    additionalProperties: false,
  } as const;
}

/** A seed for reproducible randomness. */
export const seed = { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 } as const satisfies JSONSchema;

/** Names of snapshots. They do not start with a dot: `..` in a path would be resolved. */
export const SNAPSHOT_NAME = /^[\w-][\w.-]{0,63}$/;
