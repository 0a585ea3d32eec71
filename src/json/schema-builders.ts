import type { JSONSchema } from 'json-schema-to-ts';

type Fields = Readonly<Record<string, JSONSchema>>;

/** Returns the schema of an object with required and optional fields, and any others. */
export function openObject<const Required extends Fields, const Optional extends Fields = Record<never, never>>(
  required: Required,
  optional?: Optional,
) {
  const names = Object.keys(required);
  return {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: { ...required, ...optional },
  } as unknown as {
    readonly type: 'object';
    readonly required: readonly (keyof Required & string)[];
    readonly properties: Required & Optional;
  };
}

/** Returns the schema of an object with required and optional fields, and no others. */
export function object<const Required extends Fields, const Optional extends Fields = Record<never, never>>(
  required: Required,
  optional?: Optional,
) {
  return { ...openObject(required, optional), additionalProperties: false } as const;
}

export function orNull<Schema extends { readonly type: 'object' }>(schema: Schema) {
  return { ...schema, type: ['object', 'null'] } as Omit<Schema, 'type'> & {
    readonly type: readonly ['object', 'null'];
  };
}

export function arrayOf<const Item extends JSONSchema>(items: Item) {
  return { type: 'array', items } as const;
}
