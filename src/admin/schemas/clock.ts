import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

export const clockState = {
  type: 'object',
  required: ['now', 'mode', 'scale'],
  properties: {
    now: { type: 'string', format: 'date-time', description: 'The moment it is in the world' },
    mode: { enum: ['real', 'manual'], description: '`real`: time passes by itself. `manual`: only when it is moved.' },
    scale: {
      type: 'number',
      minimum: 0,
      description: 'Seconds of the world to a second of ours; 0 where it stands still',
    },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const clockAdvance = {
  type: 'object',
  required: ['by'],
  properties: { by: { type: ['string', 'number'], minimum: 0, description: 'A length of time, or milliseconds' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const clockSet = {
  type: 'object',
  required: ['to'],
  properties: { to: { type: 'string', description: 'A moment, back or forth' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const clockRun = {
  type: 'object',
  properties: { scale: { type: 'number', exclusiveMinimum: 0, maximum: 86_400, description: 'How fast; default 1' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

export type ClockState = FromSchema<typeof clockState>;
export type ClockAdvance = FromSchema<typeof clockAdvance>;
export type ClockSet = FromSchema<typeof clockSet>;
export type ClockRun = FromSchema<typeof clockRun>;
