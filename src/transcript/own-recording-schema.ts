import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { planNames } from '../spec/plans.js';
import { levels } from './transcript.js';

const text = { type: 'string' } as const;
const orNull = { type: ['string', 'null'] } as const;
const url = { type: 'string', pattern: '^https?://[^/]' } as const;
const headers = {
  type: 'array',
  items: { type: 'object', properties: { name: text, value: text }, required: ['name', 'value'] },
} as const;

const credential = {
  anyOf: [
    { type: 'object', properties: { kind: { const: 'none' } }, required: ['kind'] },
    { type: 'object', properties: { kind: { const: 'unknown' } }, required: ['kind'] },
    {
      type: 'object',
      properties: { kind: { const: 'bearer' }, name: text, standing: { enum: ['given', 'made-up', 'unknown'] } },
      required: ['kind', 'name', 'standing'],
    },
    {
      type: 'object',
      properties: { kind: { const: 'misplaced' }, name: text, where: { enum: ['basic', 'query'] } },
      required: ['kind', 'name', 'where'],
    },
  ],
} as const satisfies JSONSchema;

const run = {
  type: ['object', 'null'],
  properties: {
    baseUrl: url,
    messagesUrl: { ...orNull, pattern: url.pattern },
    level: { enum: levels },
    plan: { enum: [...planNames, null] },
    isExclusive: { type: 'boolean' },
    petId: { ...orNull, pattern: '^-?\\d+$' },
    seed: { type: 'number' },
    stopped: orNull,
  },
  required: ['baseUrl', 'messagesUrl', 'level', 'plan', 'isExclusive', 'petId', 'seed', 'stopped'],
} as const satisfies JSONSchema;

const entry = {
  type: 'object',
  properties: {
    _number: { type: 'integer', minimum: 1 },
    _probe: text,
    _credential: credential,
    _startedMs: { type: 'number' },
    _endedMs: { type: 'number' },
    _sentAfter: { type: 'integer', minimum: 1 },
    _failure: text,
    _bodyMissing: text,
    _isBinary: { const: true },
    _isRedacted: { const: true },
    _isRequestBodyMissing: { const: true },
    _mayHideHeaders: { const: true },
    _mayBeCached: { const: true },
    request: {
      type: 'object',
      properties: {
        method: text,
        url,
        headers,
        postData: { type: 'object', properties: { text }, required: ['text'] },
      },
      required: ['method', 'url', 'headers'],
    },
    response: {
      type: 'object',
      properties: {
        status: { type: 'integer', minimum: 0, maximum: 999 },
        statusText: text,
        httpVersion: text,
        headers,
        content: {
          type: 'object',
          properties: { size: { type: 'integer', minimum: 0 }, text },
          required: ['size'],
        },
      },
      required: ['status', 'statusText', 'httpVersion', 'headers', 'content'],
    },
  },
  required: ['_number', '_credential', '_startedMs', '_endedMs', 'request', 'response'],
} as const satisfies JSONSchema;

/** A HAR that {@link writeHar} wrote: what is read of it, with what HAR has no place for in underscore fields. */
export const ownRecordingSchema = {
  type: 'object',
  properties: {
    log: {
      type: 'object',
      properties: {
        _petstoreMock: { type: 'object', properties: { run, baseUrl: url }, required: ['run'] },
        entries: { type: 'array', items: entry },
      },
      required: ['_petstoreMock', 'entries'],
    },
  },
  required: ['log'],
} as const satisfies JSONSchema;

export type OwnRecording = FromSchema<typeof ownRecordingSchema>;
export type OwnEntry = FromSchema<typeof entry>;
export type OwnRun = FromSchema<typeof run>;
