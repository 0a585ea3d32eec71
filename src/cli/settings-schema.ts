import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { planNames } from '../spec/plans.js';

/** What can be sent as a bearer token (RFC 6750 §2.1). */
const BEARER_TOKEN = '^[A-Za-z0-9\\-._~+/]+=*$';

/** A path that a URL parser leaves as it is and that is not the admin's; `/` is the root. */
const BASE_PATH = '^/(?!__admin(?:/|$))(?:(?!\\.{1,2}(?:/|$))[\\w\\-.~]+(?:/|$))*$';

/** What `petstore-mock.config.json` may say. It cannot name handlers: those are code, and only the flag loads code. */
export const settingsSchema = {
  type: 'object',
  properties: {
    port: { type: 'integer', minimum: 0, maximum: 65_535 },
    host: { type: 'string', pattern: '^[\\w\\-.:]+$' },
    basePath: { type: 'string', pattern: BASE_PATH },
    pets: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
    fixture: { type: 'string', pattern: '\\S' },
    behaviour: { type: 'string', pattern: '\\S' },
    keys: { type: 'object', propertyNames: { pattern: BEARER_TOKEN }, additionalProperties: { enum: planNames } },
    keyFile: { type: 'string', pattern: '\\S' },
    watch: { type: 'boolean' },
    log: { enum: ['pretty', 'json', 'off'] },
    cors: { type: 'boolean' },
    assumed: { type: 'boolean' },
    adminToken: { type: 'string', pattern: BEARER_TOKEN },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export type Settings = FromSchema<typeof settingsSchema>;
