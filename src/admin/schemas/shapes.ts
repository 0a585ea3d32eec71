import type { JSONSchema } from 'json-schema-to-ts';

type Fields = Readonly<Record<string, JSONSchema>>;

/** Returns the schema of an object with required and optional fields, and no others. */
export function object<const Required extends Fields, const Optional extends Fields = Record<never, never>>(
  required: Required,
  optional?: Optional,
) {
  const names = Object.keys(required);
  return {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: { ...required, ...optional },
    additionalProperties: false,
  } as unknown as {
    readonly type: 'object';
    readonly required: readonly (keyof Required & string)[];
    readonly properties: Required & Optional;
    readonly additionalProperties: false;
  };
}

/** Returns the schema of null or an object. */
export function orNull<Schema extends { readonly type: 'object' }>(schema: Schema) {
  return { ...schema, type: ['object', 'null'] } as Omit<Schema, 'type'> & {
    readonly type: readonly ['object', 'null'];
  };
}

/** Returns the schema of an array. */
export function arrayOf<const Item extends JSONSchema>(items: Item) {
  return { type: 'array', items } as const;
}

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
export const moment = { type: 'string', format: 'date-time' } as const;
export const momentOrNull = { type: ['string', 'null'], format: 'date-time' } as const;

/** A seed for reproducible randomness. */
export const seed = { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 } as const;

/** Names of snapshots. They do not start with a dot: `..` in a path would be resolved. */
export const SNAPSHOT_NAME = /^[\w-][\w.-]{0,63}$/;
