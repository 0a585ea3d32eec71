import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { planNames } from '../spec/plans.js';

/** What `petstore-mock.config.json` may say. It cannot name handlers: those are code, and only the flag loads code. */
export const settingsSchema = {
  type: 'object',
  properties: {
    port: { type: 'integer', minimum: 0, maximum: 65_535 },
    host: { type: 'string', pattern: '\\S' },
    basePath: { type: 'string', pattern: '^/' },
    pets: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
    fixture: { type: 'string', pattern: '\\S' },
    behaviour: { type: 'string', pattern: '\\S' },
    keys: { type: 'object', additionalProperties: { enum: planNames } },
    keyFile: { type: 'string', pattern: '\\S' },
    watch: { type: 'boolean' },
    log: { enum: ['pretty', 'json', 'off'] },
    cors: { type: 'boolean' },
    adminToken: { type: 'string', pattern: '\\S' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export type Settings = FromSchema<typeof settingsSchema>;
