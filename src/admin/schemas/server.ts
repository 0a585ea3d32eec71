import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

export const health = {
  type: 'object',
  required: ['status', 'version', 'uptimeSeconds', 'baseUrl', 'mode', 'upstream'],
  properties: {
    status: { const: 'ok' },
    version: { type: 'string' },
    uptimeSeconds: { type: 'integer' },
    baseUrl: { type: 'string', description: 'Where the service is faked; of a proxy, where the real one is' },
    mode: { enum: ['fake', 'proxy'] },
    upstream: { type: ['string', 'null'], description: 'What the proxy stands in front of; null for the fake' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const version = {
  type: 'object',
  required: ['version', 'node', 'document'],
  properties: {
    version: { type: 'string', description: 'Of petstore-mock' },
    node: { type: 'string', description: 'Of Node.js' },
    document: { type: 'string', description: 'Of the interface description' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** An answer that has nothing more to say. */
export const done = {
  type: 'object',
  required: ['done'],
  properties: { done: { const: true } },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** A document of a format of its own: OpenAPI, HAR. */
export const anyDocument = { type: 'object' } as const satisfies JSONSchema;

export type Health = FromSchema<typeof health>;
export type Version = FromSchema<typeof version>;
export type Done = FromSchema<typeof done>;
