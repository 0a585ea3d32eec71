import type { JSONSchema } from 'json-schema-to-ts';

/** A part of a list that may be long: `next` is the `after` of the following part. */
export function pageOf<Item extends JSONSchema>(items: Item) {
  return {
    type: 'object',
    required: ['items', 'total', 'next'],
    properties: {
      items: { type: 'array', items },
      total: { type: 'integer', minimum: 0, description: 'How many there are in all parts' },
      next: { type: ['string', 'null'], description: 'What to ask for with `after` to go on; null at the end' },
    },
    additionalProperties: false,
  } as const;
}

/** A list that is short by its nature. */
export function listOf<Item extends JSONSchema>(items: Item) {
  return {
    type: 'object',
    required: ['items'],
    properties: { items: { type: 'array', items } },
    additionalProperties: false,
  } as const;
}

/** What makes chance come out the same again. */
export const seed = { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 } as const satisfies JSONSchema;

/** Names of snapshots. They do not start with a dot: `..` in a path would be resolved. */
export const SNAPSHOT_NAME = /^[\w-][\w.-]{0,63}$/;
