import { levels } from '../../exchange/transcript.js';

const evidence = {
  confidence: { enum: ['certain', 'likely', 'none'] },
  exchanges: { type: 'array', items: { type: 'integer', minimum: 1 } },
} as const;
const countOrNull = { type: ['integer', 'null'], minimum: 1 } as const;
const milliseconds = { type: 'number', minimum: 0, maximum: 600_000 } as const;
const headerName = { type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" } as const;
const headerText = '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$';

const format = {
  enum: ['date-time', 'date', 'time', 'uuid', 'uri', 'email', 'digits', 'decimal', 'currency'],
} as const;

const shape = {
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      type: 'array',
      minItems: 1,
      items: { enum: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] },
    },
    properties: { type: 'object', additionalProperties: { $ref: '#/$defs/shape' } },
    required: { type: 'array', items: { type: 'string' } },
    additionalProperties: { $ref: '#/$defs/shape' },
    propertyNames: { type: 'object', required: ['format'], properties: { format }, additionalProperties: false },
    items: { $ref: '#/$defs/shape' },
    format,
    enum: { type: 'array', items: { type: 'string' } },
    examples: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: { type: ['string', 'number', 'boolean', 'null'] },
    },
    'x-value': { enum: ['now', 'unique', 'path'] },
  },
  additionalProperties: false,
} as const;

/** JSON Schema of a profile. Every `choice` is checked as a behaviour. */
export const profileSchema = {
  type: 'object',
  required: ['format', 'version', 'source', 'questions', 'limit', 'responses', 'latency', 'rules'],
  properties: {
    format: { const: 'petstore-mock-profile' },
    version: { const: 1 },
    source: {
      type: 'object',
      required: ['baseUrl', 'kind', 'learnedAt', 'level', 'exchanges', 'stopped'],
      properties: {
        baseUrl: { type: 'string', pattern: '^https?://[^\\s\\p{Cc}]+$' },
        kind: { enum: ['run', 'recording'] },
        learnedAt: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z$' },
        level: { enum: [...levels, null] },
        exchanges: { type: 'integer', minimum: 0 },
        copies: { type: 'integer', minimum: 1 },
        stopped: { type: ['string', 'null'] },
      },
      additionalProperties: false,
    },
    questions: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['choice', 'origin', 'confidence', 'note', 'exchanges'],
        properties: {
          choice: {},
          origin: { enum: ['observed', 'default'] },
          unseen: { type: 'array', items: { type: 'string' } },
          unknown: { type: 'object', additionalProperties: { type: 'string' } },
          members: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              required: ['confidence', 'exchanges'],
              properties: evidence,
              additionalProperties: false,
            },
          },
          note: { type: 'string' },
          ...evidence,
        },
        additionalProperties: false,
      },
    },
    limit: {
      type: 'object',
      required: ['plan', 'perMinute', 'perDay', 'confidence', 'exchanges'],
      properties: {
        plan: { enum: ['free', 'pro', 'business', 'enterprise', null] },
        perMinute: countOrNull,
        perDay: countOrNull,
        ...evidence,
      },
      additionalProperties: false,
    },
    responses: {
      type: 'object',
      propertyNames: { pattern: '^(?:[a-z][a-zA-Z]+) [1-5]\\d\\d$' },
      additionalProperties: {
        type: 'object',
        required: ['count', 'headers', 'body', 'confidence', 'exchanges'],
        properties: {
          count: { type: 'integer', minimum: 1 },
          headers: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'kind', 'value'],
              properties: {
                name: headerName,
                kind: { enum: ['constant', 'template', 'uuid', 'hex', 'integer', 'text'] },
                value: { type: 'string', pattern: headerText },
                isMadeUp: { const: true },
              },
              additionalProperties: false,
            },
          },
          isOneRecord: { const: true },
          headersAtTimes: { type: 'array', items: headerName },
          mayHideHeaders: { const: true },
          body: {
            anyOf: [
              {
                type: 'object',
                required: ['kind'],
                properties: { kind: { enum: ['none', 'unknown', 'other'] } },
                additionalProperties: false,
              },
              {
                type: 'object',
                required: ['kind', 'schema'],
                properties: { kind: { const: 'json' }, schema: { $ref: '#/$defs/shape' } },
                additionalProperties: false,
              },
            ],
          },
          ...evidence,
        },
        additionalProperties: false,
      },
    },
    latency: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['count', 'p50', 'p90', 'p99', 'confidence', 'exchanges'],
        properties: {
          count: { type: 'integer', minimum: 1 },
          p50: milliseconds,
          p90: milliseconds,
          p99: milliseconds,
          ...evidence,
        },
        additionalProperties: false,
      },
    },
    rules: { type: 'object', additionalProperties: { enum: ['pass', 'violation', 'inconclusive', 'skipped'] } },
  },
  additionalProperties: false,
  $defs: { shape },
} as const;
