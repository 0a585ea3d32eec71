import type { JSONSchema } from 'json-schema-to-ts';
import { levels } from '../../exchange/transcript.js';
import { arrayOf, object } from '../../json/schema-builders.js';
import { planNames } from '../../service/plans.js';

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
  /** The first ones that show it, by number. */
  exchanges: arrayOf(count),
} as const;
export const evidenced = object(evidence);

export const format = {
  enum: ['date-time', 'date', 'time', 'uuid', 'uri', 'email', 'digits', 'decimal', 'currency'],
} as const;

export const shapeType = { enum: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] } as const;

const shape = object(
  { type: { ...arrayOf(shapeType), minItems: 1 } },
  {
    properties: mapOf(anyShape),
    required: texts,
    additionalProperties: anyShape,
    items: anyShape,
    format,
    enum: texts,
    examples: { ...arrayOf({ type: ['string', 'number', 'boolean', 'null'] }), minItems: 1, maxItems: 1 },
  },
);

export const source = object(
  {
    baseUrl: { type: 'string', pattern: '^https?://[^\\s\\p{Cc}]+$' },
    kind: { enum: ['run', 'recording'] },
    learnedAt: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z$' },
    /** Null for a recording that the suite did not make. */
    level: { enum: [...levels, null] },
    exchanges: { type: 'integer', minimum: 0 },
    /** Why the run ended early; null if it did not. */
    stopped: { type: ['string', 'null'] },
  },
  /** Responses that were marked as copies of a cache, which show nothing of the service. */
  { copies: count },
);

export const learnedChoice = object(
  {
    choice: {},
    /** `default`: it could not be observed, and this is what the fake does anyway. */
    origin: { enum: ['observed', 'default'] },
    /** What was seen, or why nothing was, in one line. */
    note: text,
    ...evidence,
  },
  {
    /** Members of an observed choice that were not seen themselves and are at the fake's default. */
    unseen: texts,
    /** Those of them that could not be concluded from what was seen, by name, and why. */
    unknown: mapOf(text),
    /** Evidence of members of the choice, and of fields of its records, that fewer exchanges show than the choice: by name. */
    members: mapOf(evidenced),
  },
);

export const learnedHeader = object(
  {
    name: headerName,
    /**
     * `constant`: always `value`. Others change from response to response, and `value` is made up to look like them.
     */
    kind: { enum: ['constant', 'uuid', 'hex', 'integer', 'text'] },
    value: { type: 'string', pattern: headerText },
  },
  /** The one value that was seen was not recorded, and `value` only looks like it. */
  { isMadeUp: yes },
);

export const learnedResponses = object(
  {
    count,
    /** Headers that every response here has, without those of the document and of open questions. */
    headers: arrayOf(learnedHeader),
    /** `json`: what fits all bodies that were seen. `other`: bodies that are not JSON. */
    body: {
      anyOf: [
        object({ kind: { enum: ['none', 'unknown', 'other'] } }),
        object({ kind: { const: 'json' }, schema: anyShape }),
      ],
    },
    ...evidence,
  },
  {
    /** Names of headers that only some of the responses here have. */
    headersAtTimes: arrayOf(headerName),
    /** A browser may have hidden headers: one that is not among them may have been there. */
    mayHideHeaders: yes,
  },
);

/** `plan` is null if no plan of the document has these limits, or nothing was seen. */
export const learnedLimit = object({
  plan: { enum: [...planNames, null] },
  perMinute: countOrNull,
  perDay: countOrNull,
  ...evidence,
});

export const learnedLatency = object({ count, median: milliseconds, ...evidence });

/** JSON Schema of a profile. Every `choice` is checked as a behaviour. */
export const profileSchema = {
  ...object({
    format: { const: 'petstore-mock-profile' },
    version: { const: 1 },
    source,
    questions: mapOf(learnedChoice),
    limit: learnedLimit,
    responses: { ...mapOf(learnedResponses), propertyNames: { pattern: '^(?:[a-z][a-zA-Z]+) [1-5]\\d\\d$' } },
    latency: mapOf(learnedLatency),
    rules: mapOf({ enum: ['pass', 'violation', 'inconclusive', 'skipped'] }),
  }),
  $defs: { shape },
} as const;

function mapOf<const Value extends JSONSchema>(additionalProperties: Value) {
  return { type: 'object', additionalProperties } as const;
}
