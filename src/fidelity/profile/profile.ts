import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { levels } from '../../exchange/transcript.js';
import { arrayOf, object } from '../../json/schema-builders.js';
import type { Behaviour } from '../../service/behaviour.js';
import { planNames } from '../../service/plans.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';

/** What `petstore-mock learn` writes about a deployment. It contains no key and no record of the store. */
export interface Profile {
  readonly format: 'petstore-mock-profile';
  readonly version: 1;
  readonly source: ProfileSource;
  readonly questions: { readonly [Id in QuestionId]?: LearnedChoice<Behaviour[Id]> };
  readonly limit: LearnedLimit;
  /** What the responses of each place look like; see {@link Place}. */
  readonly responses: Readonly<Record<Place, LearnedResponses>>;
  /** How long responses take, by operation, or `other`. */
  readonly latency: Readonly<Record<string, LearnedLatency>>;
  /** How each rule of the suite ended, by its id; empty where nothing was judged. */
  readonly rules: Readonly<Record<string, 'pass' | 'violation' | 'inconclusive' | 'skipped'>>;
  /** `Allow` of a 405, by the path in the document. */
  readonly allow?: Readonly<Record<string, string>>;
  /** How far the clock of the deployment is ahead; left out within two seconds. */
  readonly clockAheadSeconds?: number;
  /** What was seen and no fake imitates, with the reason. */
  readonly notImitated?: Readonly<Record<string, string>>;
}

type Frozen<Value> = Value extends object ? { readonly [Name in keyof Value]: Frozen<Value[Name]> } : Value;
type Of<Schema extends JSONSchema> = Frozen<FromSchema<Schema>>;

/** Where a profile comes from. */
export type ProfileSource = Of<typeof source>;

/** Which exchanges of the run or recording show something. */
type Evidenced = Of<typeof evidenced>;

/** `certain`: seen twice or more, always alike. `likely`: seen once. `none`: not seen. */
export type Confidence = Evidenced['confidence'];

/** The choice of a deployment for an open question. */
export type LearnedChoice<Answer> = Omit<Of<typeof learnedChoice>, 'choice'> & { readonly choice: Answer };

/** The limits of the key, from the rate-limit headers (§8.2). */
export type LearnedLimit = Of<typeof learnedLimit>;

/** An operation, or `other` for a path or method that none has, and a status: `listInventory 200`, `other 404`. */
export type Place = `${string} ${number}`;

export type LearnedResponses = Omit<Of<typeof learnedResponses>, 'body' | 'fields' | 'situations'> & {
  readonly body: LearnedBody;
  /** The fields of errors beside those of the document: what never changes as it was, and samples. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The same of situations in which they are others. */
  readonly situations?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export type LearnedHeader = Of<typeof learnedHeader>;

export type LearnedBody =
  | { readonly kind: 'none' | 'unknown' | 'other' }
  | { readonly kind: 'json'; readonly schema: Shape };

/** The part of JSON Schema that describes shapes. A field that is not in `required` was missing at times. */
export interface Shape {
  readonly type: readonly ShapeType[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** Of a map: what its keys have in common; the keys are data and left out. */
  readonly additionalProperties?: Shape;
  /** Left out where every list was empty. */
  readonly items?: Shape;
  readonly format?: TextFormat;
  /** Words of a small closed set, for fields such as a status. */
  readonly enum?: readonly string[];
}

/** `digits`, `decimal` (`49.90`), `currency` (`EUR`) and `time` (`09:30`) are texts that clients parse, as they do the others. */
export type TextFormat = Of<typeof format>;

export type ShapeType = Of<typeof shapeType>;

/** How long responses take, in milliseconds. */
export type LearnedLatency = Of<typeof learnedLatency>;

/** Returns the places that were seen, in the order of the document. */
export function placesOf({ responses }: Pick<Profile, 'responses'>, service: Service): Place[] {
  const order = [...Object.keys(service.operations), 'other'];
  const rank = (place: Place) => order.indexOf(operationAt(place)) * 1_000 + statusAt(place);
  return (Object.keys(responses) as Place[]).sort((one, other) => rank(one) - rank(other));
}

export function operationAt(place: Place): string {
  return place.split(' ', 1)[0] ?? '';
}

export function statusAt(place: Place): number {
  return Number(place.split(' ')[1]);
}

interface Placed {
  readonly operation: { readonly id: string } | undefined;
  readonly status: number | undefined;
}

/** Returns the place of a response. */
export function placeOf({ operation, status = 0 }: Placed): Place {
  return `${operation?.id ?? 'other'} ${status}`;
}

const text = { type: 'string' } as const;
const texts = arrayOf(text);
const yes = { const: true } as const;
const count = { type: 'integer', minimum: 1 } as const;
const countOrNull = { type: ['integer', 'null'], minimum: 1 } as const;
const milliseconds = { type: 'number', minimum: 0, maximum: 600_000 } as const;
const headerName = { type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" } as const;
const headerText = '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$';
/** A clock that is further off is none that a client could work with. */
export const LARGEST_SKEW_SECONDS = 86_400;
const anyShape = { $ref: '#/$defs/shape' } as const;

const evidence = {
  confidence: { enum: ['certain', 'likely', 'none'] },
  /** The first ones that show it, by number. */
  exchanges: arrayOf(count),
} as const;
const evidenced = object(evidence);

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
    items: anyShape,
    format,
    enum: texts,
  },
);

const source = object(
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

const learnedChoice = object(
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

const learnedHeader = object(
  {
    name: headerName,
    /** `constant`: always `value`. Others change, and `value` is a sample of the same form. */
    kind: { enum: ['constant', 'uuid', 'hex', 'integer', 'text'] },
    value: { type: 'string', pattern: headerText },
  },
  /** The one value that was seen was not recorded, and `value` only looks like it. */
  { isMadeUp: yes },
);

const learnedResponses = object(
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
    /** Whether responses at the path of a deprecated operation announce its end. */
    isDeprecated: { type: 'boolean' },
    fields: { type: 'object' },
    situations: mapOf({ type: 'object' }),
  },
);

/** `plan` is null if no plan of the document has these limits, or nothing was seen. */
const learnedLimit = object({
  plan: { enum: [...planNames, null] },
  perMinute: countOrNull,
  perDay: countOrNull,
  ...evidence,
});

const learnedLatency = object({ count, median: milliseconds, ...evidence });

/** JSON Schema of a profile. Every `choice` is checked as a behaviour. */
export const profileSchema = {
  ...object(
    {
      format: { const: 'petstore-mock-profile' },
      version: { const: 1 },
      source,
      questions: mapOf(learnedChoice),
      limit: learnedLimit,
      responses: { ...mapOf(learnedResponses), propertyNames: { pattern: '^(?:[a-z][a-zA-Z]+) [1-5]\\d\\d$' } },
      latency: mapOf(learnedLatency),
      rules: mapOf({ enum: ['pass', 'violation', 'inconclusive', 'skipped'] }),
    },
    {
      allow: mapOf({ type: 'string', pattern: headerText }),
      clockAheadSeconds: { type: 'integer', minimum: -LARGEST_SKEW_SECONDS, maximum: LARGEST_SKEW_SECONDS },
      notImitated: mapOf(text),
    },
  ),
  $defs: { shape },
} as const;

function mapOf<const Value extends JSONSchema>(additionalProperties: Value) {
  return { type: 'object', additionalProperties } as const;
}
