import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

const optionalText = { type: ['string', 'null'] } as const;
const optionalNumber = { type: ['number', 'null'] } as const;
const nameAndValue = {
  type: 'object',
  properties: { name: { type: 'string' }, value: optionalText },
  required: ['name'],
} as const;
const headers = { type: 'array', items: nameAndValue } as const;

const request = {
  type: 'object',
  properties: {
    method: { type: 'string', pattern: '\\S' },
    url: { type: 'string' },
    headers,
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
    headers,
    bodySize: optionalNumber,
    content: {
      type: ['object', 'null'],
      properties: { size: optionalNumber, text: optionalText, encoding: optionalText, comment: optionalText },
    },
  },
} as const satisfies JSONSchema;

const entry = {
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
    log: { type: 'object', properties: { entries: { type: 'array', items: entry } }, required: ['entries'] },
  },
  required: ['log'],
} as const satisfies JSONSchema;

export type ForeignRecording = FromSchema<typeof foreignRecordingSchema>;
export type ForeignEntry = FromSchema<typeof entry>;
export type ForeignRequest = FromSchema<typeof request>;
export type ForeignResponse = NonNullable<FromSchema<typeof response>>;
export type ForeignHeaders = FromSchema<typeof headers>;
