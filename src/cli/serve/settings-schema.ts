import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { BEARER_TOKEN } from '../../spec/bearer-token.js';
import { planNames } from '../../spec/plans.js';

/** A path that a URL parser leaves as it is and that is not the admin's; `/` is the root. */
const BASE_PATH = '^/(?!__admin(?:/|$))(?:(?!\\.{1,2}(?:/|$))[\\w\\-.~]+(?:/|$))*$';

/** A host with or without a port, such as `petstore.internal:8080` or `[fd00::1]`; no URL, and no pattern. */
const ALLOWED_HOST = '^(?:\\[[\\da-fA-F:.]+\\]|[\\w\\-]+(?:\\.[\\w\\-]+)*\\.?)(?::[1-9]\\d{0,4})?$';

/** A length of time that is not over at once, such as `90m`. */
const DURATION = '^[1-9]\\d{0,5} ?(?:s|m|h|d|seconds?|minutes?|hours?|days?)$';

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
    profile: { type: 'string', pattern: '\\S' },
    latency: { type: 'boolean' },
    keys: {
      type: 'object',
      propertyNames: { pattern: BEARER_TOKEN.source },
      additionalProperties: { enum: planNames },
    },
    keyFile: { type: 'string', pattern: '\\S' },
    watch: { type: 'boolean' },
    log: { enum: ['pretty', 'json', 'off'] },
    cors: { type: 'boolean' },
    assumed: { type: 'boolean' },
    admin: { type: 'boolean' },
    adminToken: { type: 'string', pattern: BEARER_TOKEN.source },
    allowedHosts: { type: 'array', items: { type: 'string', pattern: ALLOWED_HOST } },
    journal: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    worlds: { type: 'integer', minimum: 0, maximum: 100_000 },
    worldIdle: { type: 'string', pattern: DURATION },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export type Settings = FromSchema<typeof settingsSchema>;
