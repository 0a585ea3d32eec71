import type { JSONSchema } from 'json-schema-to-ts';
import { levels } from '../../exchange/transcript.js';
import { planNames } from '../../spec/plans.js';
import { arrayOf, object } from '../../spec/schema-builders.js';

const text = { type: 'string' } as const;
const texts = arrayOf(text);
const yes = { const: true } as const;
const count = { type: 'integer', minimum: 1 } as const;
const countOrNull = { type: ['integer', 'null'], minimum: 1 } as const;
const milliseconds = { type: 'number', minimum: 0, maximum: 600_000 } as const;
const headerName = { type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" } as const;
const headerText = '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$';
const anyShape = { $ref: '#/$defs/shape' } as const;

const evidence = {
  confidence: { enum: ['certain', 'likely', 'none'] },
  exchanges: arrayOf(count),
} as const;

const format = {
  enum: ['date-time', 'date', 'time', 'uuid', 'uri', 'email', 'digits', 'decimal', 'currency'],
} as const;

const shapeType = { enum: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] } as const;

const shape = object(
  { type: { ...arrayOf(shapeType), minItems: 1 } },
  {
    properties: mapOf(anyShape),
    required: texts,
    additionalProperties: anyShape,
    propertyNames: object({ format }),
    items: anyShape,
    format,
    enum: texts,
    examples: { ...arrayOf({ type: ['string', 'number', 'boolean', 'null'] }), minItems: 1, maxItems: 1 },
    'x-value': { enum: ['now', 'unique', 'path'] },
  },
);

const source = object(
  {
    baseUrl: { type: 'string', pattern: '^https?://[^\\s\\p{Cc}]+$' },
    kind: { enum: ['run', 'recording'] },
    learnedAt: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z$' },
    level: { enum: [...levels, null] },
    exchanges: { type: 'integer', minimum: 0 },
    stopped: { type: ['string', 'null'] },
  },
  { copies: count },
);

const learnedChoice = object(
  { choice: {}, origin: { enum: ['observed', 'default'] }, note: text, ...evidence },
  { unseen: texts, unknown: mapOf(text), members: mapOf(object(evidence)) },
);

const learnedHeader = object(
  {
    name: headerName,
    kind: { enum: ['constant', 'template', 'uuid', 'hex', 'integer', 'text'] },
    value: { type: 'string', pattern: headerText },
  },
  { isMadeUp: yes },
);

const learnedResponses = object(
  {
    count,
    headers: arrayOf(learnedHeader),
    body: {
      anyOf: [
        object({ kind: { enum: ['none', 'unknown', 'other'] } }),
        object({ kind: { const: 'json' }, schema: anyShape }),
      ],
    },
    ...evidence,
  },
  { isOneRecord: yes, headersAtTimes: arrayOf(headerName), mayHideHeaders: yes },
);

/** JSON Schema of a profile. Every `choice` is checked as a behaviour. */
export const profileSchema = {
  ...object({
    format: { const: 'petstore-mock-profile' },
    version: { const: 1 },
    source,
    questions: mapOf(learnedChoice),
    limit: object({ plan: { enum: [...planNames, null] }, perMinute: countOrNull, perDay: countOrNull, ...evidence }),
    responses: { ...mapOf(learnedResponses), propertyNames: { pattern: '^(?:[a-z][a-zA-Z]+) [1-5]\\d\\d$' } },
    latency: mapOf(object({ count, p50: milliseconds, p90: milliseconds, p99: milliseconds, ...evidence })),
    rules: mapOf({ enum: ['pass', 'violation', 'inconclusive', 'skipped'] }),
  }),
  $defs: { shape },
} as const;

function mapOf<const Value extends JSONSchema>(additionalProperties: Value) {
  return { type: 'object', additionalProperties } as const;
}
