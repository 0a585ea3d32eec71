import type { FromSchema } from 'json-schema-to-ts';
import { object, orNull } from '../../json/schema-builders.js';
import { planNames } from '../../service/plans.js';
import { integer, momentOrNull, pageOf, text } from './shapes.js';

const named = {
  type: 'string',
  pattern: '\\S',
  description: 'The pseudonym of the key (`key#1`) or the key itself',
} as const;
const plan = { enum: planNames } as const;

const quotaState = object({
  limit: integer,
  remaining: integer,
  resetsAt: { ...momentOrNull, description: 'Null while the window is unused' },
});

/** A key without its text, except for sample keys, which are public. */
export const keyState = object({
  alias: { type: 'string', description: 'Its pseudonym in this world, such as `key#1`' },
  name: { type: ['string', 'null'], description: 'The text of a sample key; null for other keys' },
  plan,
  state: { enum: ['valid', 'banned', 'revoked', 'expired'] },
  minute: quotaState,
  day: quotaState,
  ban: orNull(object({ from: text, until: text })),
  expiresAt: momentOrNull,
});

/** A page of keys. */
export const keyPage = pageOf(keyState);

/** A key to mint. */
export const keyOptions = object(
  {},
  {
    plan: { ...plan, description: 'Default `free`' },
    expiresIn: { type: 'string', description: 'Lifetime by the clock of the world; without it, the key never expires' },
    isolated: { type: 'boolean', description: 'Whether the key gets an isolated world; default false' },
  },
);

/** A new key, with its text. */
export const mintedKey = object({
  key: { type: 'string', description: 'The bearer token. It is returned only once.' },
  alias: { type: 'string', description: 'Its pseudonym in its world' },
  plan,
  world: { type: 'string', description: 'The world of the key' },
  expiresAt: momentOrNull,
});

export const keyReference = object({ key: named });

export const keyBan = object(
  { key: named },
  { for: { type: 'string', description: 'Duration; default: the choice for ban-duration-seconds' } },
);

export const limitSet = object(
  { key: named, remaining: { type: 'integer', minimum: 0, description: 'Remaining requests' } },
  { window: { enum: ['minute', 'day'], description: 'Default `minute`' } },
);

export type KeyState = FromSchema<typeof keyState>;
export type KeyPage = FromSchema<typeof keyPage>;
export type KeyOptions = FromSchema<typeof keyOptions>;
export type MintedKey = FromSchema<typeof mintedKey>;
