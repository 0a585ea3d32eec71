import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

export const health = {
  type: 'object',
  required: ['status', 'version', 'uptimeSeconds', 'baseUrl', 'mode', 'upstream'],
  properties: {
    status: { const: 'ok' },
    version: { type: 'string' },
    uptimeSeconds: { type: 'integer' },
    baseUrl: { type: 'string', description: 'Base URL of the fake; for a proxy, that of the real service' },
    mode: { enum: ['fake', 'proxy'] },
    upstream: { type: ['string', 'null'], description: 'URL that a proxy forwards to; null for a fake' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const version = {
  type: 'object',
  required: ['version', 'node', 'document'],
  properties: {
    version: { type: 'string', description: 'Version of petstore-mock' },
    node: { type: 'string', description: 'Version of Node.js' },
    document: { type: 'string', description: 'Version of the OpenAPI document' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** The response of an operation without a result. */
export const done = {
  type: 'object',
  required: ['done'],
  properties: { done: { const: true } },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** A document in another format: OpenAPI, HAR. */
export const document = { type: 'object' } as const satisfies JSONSchema;

export type Health = FromSchema<typeof health>;
export type Version = FromSchema<typeof version>;
export type Done = FromSchema<typeof done>;
