import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { planNames } from '../../spec/plans.js';
import { pageOf } from './page.js';

const named = {
  type: 'string',
  pattern: '\\S',
  description: 'The key by its pseudonym (`key#1`) or as it was given out',
} as const satisfies JSONSchema;
const moment = { type: ['string', 'null'], format: 'date-time' } as const satisfies JSONSchema;
const plan = { enum: planNames } as const satisfies JSONSchema;

const quotaState = {
  type: 'object',
  required: ['limit', 'remaining', 'resetsAt'],
  properties: {
    limit: { type: 'integer' },
    remaining: { type: 'integer' },
    resetsAt: { ...moment, description: 'Null while nothing of the window is used' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** A key as it may be shown: never its text, unless it is a sample key, which everybody knows. */
export const keyState = {
  type: 'object',
  required: ['alias', 'name', 'plan', 'state', 'minute', 'day', 'ban', 'expiresAt'],
  properties: {
    alias: { type: 'string', description: 'Its pseudonym in this world, such as `key#1`' },
    name: { type: ['string', 'null'], description: 'The text of a sample key, which is public; null for every other' },
    plan,
    state: { enum: ['valid', 'banned', 'revoked', 'expired'] },
    minute: quotaState,
    day: quotaState,
    ban: {
      type: ['object', 'null'],
      required: ['from', 'until'],
      properties: { from: { type: 'string' }, until: { type: 'string' } },
      additionalProperties: false,
    },
    expiresAt: moment,
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const keyPage = pageOf(keyState);

export const keyOptions = {
  type: 'object',
  properties: {
    plan: { ...plan, description: 'Default `free`' },
    expiresIn: { type: 'string', description: 'A lifetime by the clock of the world; left out, it lives for ever' },
    isolated: { type: 'boolean', description: 'Whether the key gets a world of its own; default false' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const mintedKey = {
  type: 'object',
  required: ['key', 'alias', 'plan', 'world', 'expiresAt'],
  properties: {
    key: { type: 'string', description: 'What to send as the bearer token. It is told this once.' },
    alias: { type: 'string', description: 'Its pseudonym in its world' },
    plan,
    world: { type: 'string', description: 'The world that it leads to' },
    expiresAt: moment,
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const keyReference = {
  type: 'object',
  required: ['key'],
  properties: { key: named },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const keyBan = {
  type: 'object',
  required: ['key'],
  properties: {
    key: named,
    for: { type: 'string', description: 'How long; left out, as long as the open question ban-duration-seconds says' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const limitSet = {
  type: 'object',
  required: ['key', 'remaining'],
  properties: {
    key: named,
    remaining: { type: 'integer', minimum: 0, description: 'Requests that are left' },
    window: { enum: ['minute', 'day'], description: 'Default `minute`' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export type KeyState = FromSchema<typeof keyState>;
export type KeyPage = FromSchema<typeof keyPage>;
export type KeyOptions = FromSchema<typeof keyOptions>;
export type MintedKey = FromSchema<typeof mintedKey>;
export type KeyReference = FromSchema<typeof keyReference>;
export type KeyBan = FromSchema<typeof keyBan>;
export type LimitSet = FromSchema<typeof limitSet>;
