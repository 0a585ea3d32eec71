import type { JSONSchema } from 'json-schema-to-ts';

/** What makes chance come out the same again. */
export const seed = { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 } as const satisfies JSONSchema;
