import type { FromSchema } from 'json-schema-to-ts';
import { object } from '../../spec/schema-builders.js';
import { text } from './shapes.js';

export const health = object({
  status: { const: 'ok' },
  version: text,
  uptimeSeconds: { type: 'integer' },
  baseUrl: { type: 'string', description: 'Base URL of the fake; for a proxy, that of the real service' },
  mode: { enum: ['fake', 'proxy'] },
  upstream: { type: ['string', 'null'], description: 'URL that a proxy forwards to; null for a fake' },
});

export const version = object({
  version: { type: 'string', description: 'Version of petstore-mock' },
  node: { type: 'string', description: 'Version of Node.js' },
  document: { type: 'string', description: 'Version of the OpenAPI document' },
});

/** The response of an operation without a result. */
export const done = object({ done: { const: true } });

/** A document in another format: OpenAPI, HAR. */
export const document = { type: 'object' } as const;

export type Health = FromSchema<typeof health>;
export type Version = FromSchema<typeof version>;
export type Done = FromSchema<typeof done>;
