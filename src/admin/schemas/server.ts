import type { FromSchema } from 'json-schema-to-ts';
import { object, orNull } from '../../json/schema-builders.js';
import { text } from './shapes.js';

/** The store that a server shares with others. */
export const storeState = object({
  url: { type: 'string', description: 'Address of the store, without its user and password' },
  server: { type: 'string', description: 'Id of this server among those of the fake, chosen when it starts' },
  isReady: { type: 'boolean', description: 'False while the store is away: requests get 503' },
  lagMs: { type: 'integer', minimum: 0, description: 'Milliseconds from the moment of the last input to its use here' },
});

/** What a running server is, and whether it works. */
export const health = object({
  status: { const: 'ok' },
  version: text,
  uptimeSeconds: { type: 'integer' },
  baseUrl: { type: 'string', description: 'Base URL of the fake; for a proxy, that of the real service' },
  mode: { enum: ['fake', 'proxy'] },
  upstream: { type: ['string', 'null'], description: 'URL that a proxy forwards to; null for a fake' },
  store: orNull(storeState),
});

/** The response of an operation without a result. */
export const done = object({ done: { const: true } });

/** A document in another format: OpenAPI, HAR. */
export const document = { type: 'object' } as const;

export type Health = FromSchema<typeof health>;
export type StoreState = FromSchema<typeof storeState>;
