import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { planNames } from '../spec/plans.js';
import { levels } from './transcript.js';

const text = { type: 'string' } as const;
const orNull = { type: ['string', 'null'] } as const;
const url = { type: 'string', pattern: '^https?://[^/]' } as const;
const ownHeaders = {
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

const ownEntry = {
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
        headers: ownHeaders,
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
        headers: ownHeaders,
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
        entries: { type: 'array', items: ownEntry },
      },
      required: ['_petstoreMock', 'entries'],
    },
  },
  required: ['log'],
} as const satisfies JSONSchema;

export type OwnRecording = FromSchema<typeof ownRecordingSchema>;
export type OwnEntry = FromSchema<typeof ownEntry>;
export type OwnRun = FromSchema<typeof run>;

const optionalText = { type: ['string', 'null'] } as const;
const optionalNumber = { type: ['number', 'null'] } as const;
const nameAndValue = {
  type: 'object',
  properties: { name: { type: 'string' }, value: optionalText },
  required: ['name'],
} as const;
const foreignHeaders = { type: 'array', items: nameAndValue } as const;

const request = {
  type: 'object',
  properties: {
    method: { type: 'string', pattern: '\\S' },
    url: { type: 'string' },
    headers: foreignHeaders,
    bodySize: optionalNumber,
    postData: {
      type: ['object', 'null'],
      properties: {
        text: optionalText,
        encoding: optionalText,
        params: { type: ['array', 'null'], items: nameAndValue },
      },
    },
  },
  required: ['method', 'url'],
} as const satisfies JSONSchema;

const response = {
  type: ['object', 'null'],
  properties: {
    status: optionalNumber,
    statusText: optionalText,
    httpVersion: optionalText,
    headers: foreignHeaders,
    bodySize: optionalNumber,
    content: {
      type: ['object', 'null'],
      properties: { size: optionalNumber, text: optionalText, encoding: optionalText, comment: optionalText },
    },
  },
} as const satisfies JSONSchema;

const foreignEntry = {
  type: 'object',
  properties: {
    startedDateTime: { type: 'string' },
    time: optionalNumber,
    cache: { type: ['object', 'null'] },
    request,
    response,
  },
  required: ['startedDateTime', 'request'],
} as const satisfies JSONSchema;

/** What is read of anybody's HAR. Recorders leave out much that HAR 1.2 asks for; only what cannot be missed is required. */
export const foreignRecordingSchema = {
  type: 'object',
  properties: {
    log: { type: 'object', properties: { entries: { type: 'array', items: foreignEntry } }, required: ['entries'] },
  },
  required: ['log'],
} as const satisfies JSONSchema;

export type ForeignRecording = FromSchema<typeof foreignRecordingSchema>;
export type ForeignEntry = FromSchema<typeof foreignEntry>;
export type ForeignRequest = FromSchema<typeof request>;
export type ForeignResponse = NonNullable<FromSchema<typeof response>>;
export type ForeignHeaders = FromSchema<typeof foreignHeaders>;
