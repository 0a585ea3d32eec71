import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { planNames } from '../../spec/plans.js';
import { pageOf } from './page.js';

const named = {
  type: 'string',
  pattern: '\\S',
  description: 'The pseudonym of the key (`key#1`) or the key itself',
} as const satisfies JSONSchema;
const moment = { type: ['string', 'null'], format: 'date-time' } as const satisfies JSONSchema;
const plan = { enum: planNames } as const satisfies JSONSchema;

const quotaState = {
  type: 'object',
  required: ['limit', 'remaining', 'resetsAt'],
  properties: {
    limit: { type: 'integer' },
    remaining: { type: 'integer' },
    resetsAt: { ...moment, description: 'Null while the window is unused' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** A key without its text, except for sample keys, which are public. */
export const keyState = {
  type: 'object',
  required: ['alias', 'name', 'plan', 'state', 'minute', 'day', 'ban', 'expiresAt'],
  properties: {
    alias: { type: 'string', description: 'Its pseudonym in this world, such as `key#1`' },
    name: { type: ['string', 'null'], description: 'The text of a sample key; null for other keys' },
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
    expiresIn: { type: 'string', description: 'Lifetime by the clock of the world; without it, the key never expires' },
    isolated: { type: 'boolean', description: 'Whether the key gets an isolated world; default false' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const mintedKey = {
  type: 'object',
  required: ['key', 'alias', 'plan', 'world', 'expiresAt'],
  properties: {
    key: { type: 'string', description: 'The bearer token. It is returned only once.' },
    alias: { type: 'string', description: 'Its pseudonym in its world' },
    plan,
    world: { type: 'string', description: 'The world of the key' },
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
    for: { type: 'string', description: 'Duration; default: the choice for ban-duration-seconds' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const limitSet = {
  type: 'object',
  required: ['key', 'remaining'],
  properties: {
    key: named,
    remaining: { type: 'integer', minimum: 0, description: 'Remaining requests' },
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
