import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Behaviour } from '../../service/behaviour.js';
import type { QuestionId } from '../../service/open-questions.js';
import { type OperationId, operationIds } from '../../service/petstore.js';
import type {
  evidenced,
  format,
  learnedChoice,
  learnedHeader,
  learnedLatency,
  learnedLimit,
  learnedResponses,
  shapeType,
  source,
} from './profile-schema.js';

/**
 * What was learned of one deployment: its choices for the open questions, what its responses look like and how long they take.
 * Its JSON is what `petstore-mock learn` writes. It contains no key and no record of the store.
 */
export interface Profile {
  readonly format: 'petstore-mock-profile';
  readonly version: 1;
  readonly source: ProfileSource;
  readonly questions: { readonly [Id in QuestionId]?: LearnedChoice<Behaviour[Id]> };
  readonly limit: LearnedLimit;
  /** What the responses of each place look like; see {@link Place}. */
  readonly responses: Readonly<Record<Place, LearnedResponses>>;
  /** How long responses take. */
  readonly latency: { readonly [Operation in OperationId | 'other']?: LearnedLatency };
  /** How each rule of the suite ended, by its id; empty where nothing was judged. */
  readonly rules: Readonly<Record<string, 'pass' | 'violation' | 'inconclusive' | 'skipped'>>;
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
export type Place = `${OperationId | 'other'} ${number}`;

export type LearnedResponses = Omit<Of<typeof learnedResponses>, 'body'> & { readonly body: LearnedBody };

export type LearnedHeader = Of<typeof learnedHeader>;

export type LearnedBody =
  | { readonly kind: 'none' | 'unknown' | 'other' }
  | { readonly kind: 'json'; readonly schema: Shape };

/**
 * The part of JSON Schema that describes shapes. A field that is not in `required` was missing at times; `examples` holds one
 * made-up value of a leaf.
 */
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
  readonly examples?: readonly [string | number | boolean | null];
}

/** `digits`, `decimal` (`49.90`), `currency` (`EUR`) and `time` (`09:30`) are texts that clients parse, as they do the others. */
export type TextFormat = Of<typeof format>;

export type ShapeType = Of<typeof shapeType>;

/** How long responses take, in milliseconds. */
export type LearnedLatency = Of<typeof learnedLatency>;

const order: readonly string[] = [...operationIds, 'other'];

/** Returns the places that were seen, in the order of the document. */
export function placesOf({ responses }: Pick<Profile, 'responses'>): Place[] {
  const rank = (place: Place) => order.indexOf(operationAt(place)) * 1_000 + statusAt(place);
  return (Object.keys(responses) as Place[]).sort((one, other) => rank(one) - rank(other));
}

export function operationAt(place: Place): string {
  return place.split(' ', 1)[0] ?? '';
}

export function statusAt(place: Place): number {
  return Number(place.split(' ')[1]);
}

/** Returns the place of a response. */
export function placeOf({
  operation,
  status = 0,
}: {
  readonly operation: { readonly id: string } | undefined;
  readonly status: number | undefined;
}): Place {
  return `${(operation?.id ?? 'other') as OperationId | 'other'} ${status}`;
}

/** Into which groups places may fall that have a header in common, the coarsest first. */
export const groupings: readonly ((place: Place) => string)[] = [
  () => '',
  (place) => `${Math.floor(statusAt(place) / 100)}xx`,
  (place) => String(statusAt(place)),
  operationAt,
  (place) => place,
];
