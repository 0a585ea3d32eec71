import type { Level } from '../../exchange/transcript.js';
import type { Behaviour } from '../../spec/behaviour.js';
import type { QuestionId } from '../../spec/open-questions.js';
import { type OperationId, operationIds } from '../../spec/operations.js';
import type { PlanName } from '../../spec/plans.js';

/**
 * What was learned of one deployment: how it answers the open questions, what its answers look like and how long they take.
 * Its JSON is what `petstore-mock learn` writes. Holds no key, and no text of the store's.
 */
export interface Profile {
  readonly format: 'petstore-mock-profile';
  readonly version: 1;
  readonly source: ProfileSource;
  readonly questions: { readonly [Id in QuestionId]?: LearnedChoice<Behaviour[Id]> };
  readonly limit: LearnedLimit;
  /** What the answers of each place look like; see {@link Place}. */
  readonly responses: Readonly<Record<Place, LearnedResponses>>;
  /** How long answers take. */
  readonly latency: { readonly [Operation in OperationId | 'other']?: LearnedLatency };
  /** How each rule of the suite ended, by its id; empty where nothing was judged. */
  readonly rules: Readonly<Record<string, 'pass' | 'violation' | 'inconclusive' | 'skipped'>>;
}

/** Where a profile comes from. */
export interface ProfileSource {
  readonly baseUrl: string;
  readonly kind: 'run' | 'recording';
  /** ISO 8601. */
  readonly learnedAt: string;
  /** Null for a recording that the suite did not make. */
  readonly level: Level | null;
  readonly exchanges: number;
  /** Returns that were marked as copies of a cache, which say nothing of the service; left out where there were none. */
  readonly copies?: number;
  /** Why the run ended early; null when it did not. */
  readonly stopped: string | null;
}

/** `certain`: seen twice or more, always alike. `likely`: seen once. `none`: not seen. */
export type Confidence = 'certain' | 'likely' | 'none';

/** Evidence: which exchanges of the run or recording show it. */
interface Evidenced {
  readonly confidence: Confidence;
  /** The first ones that show it, by number. */
  readonly exchanges: readonly number[];
}

/** How an open question is answered. */
export interface LearnedChoice<Answer> extends Evidenced {
  readonly choice: Answer;
  /** `default`: it could not be observed, and this is what the fake does anyway. */
  readonly origin: 'observed' | 'default';
  /** Members of an observed answer that were not seen themselves and stand at the fake's default. */
  readonly unseen?: readonly string[];
  /** Those of them that were asked for and could not be told, by name, and why. */
  readonly unknown?: Readonly<Record<string, string>>;
  /**
   * Evidence of members of the answer, and of fields of its records, that were not seen wherever the answer was: by name.
   */
  readonly members?: Readonly<Record<string, Evidenced>>;
  /** What was seen, or why nothing was, in one line. */
  readonly note: string;
}

/** The limits that the key was told (§8.2). */
export interface LearnedLimit extends Evidenced {
  /** The plan that has them; null where none of the document's has, or where nothing was told. */
  readonly plan: PlanName | null;
  readonly perMinute: number | null;
  readonly perDay: number | null;
}

/** An operation, or `other` for a path or method that none has, and a status: `listInventory 200`, `other 404`. */
export type Place = `${OperationId | 'other'} ${number}`;

export interface LearnedResponses extends Evidenced {
  /** How many answers were seen. */
  readonly count: number;
  /** Headers of every answer here that are neither the document's nor those of an open question, by name. */
  readonly headers: readonly LearnedHeader[];
  /** Names of headers that some of the answers here had and others had not; left out where there are none. */
  readonly headersAtTimes?: readonly string[];
  /** Where a browser may have hidden headers: one that is not among them may have been there. */
  readonly mayHideHeaders?: true;
  /** Where the lists that were seen held a single record in all: its fields need not be those of the next. */
  readonly isOneRecord?: true;
  readonly body: LearnedBody;
}

export interface LearnedHeader {
  /** As it was written. */
  readonly name: string;
  /**
   * `constant`: always `value`. `template`: `value` with the `{url}` or `{path}` of the request and the `{id}` of what was made. Others
   * change from answer to answer, and `value` is made up to look like them.
   */
  readonly kind: 'constant' | 'template' | 'uuid' | 'hex' | 'integer' | 'text';
  readonly value: string;
  /** The one value that was seen was not kept, and `value` only looks like it. */
  readonly isMadeUp?: true;
}

/** `json`: what fits all bodies that were seen. `other`: bodies that are no JSON. */
export type LearnedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'other' }
  | { readonly kind: 'json'; readonly schema: Shape };

/**
 * The part of JSON Schema that shapes are told in. A field that is not in `required` was missing at times; `examples` holds one
 * made-up value of a leaf.
 */
export interface Shape {
  readonly type: readonly ShapeType[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** Of a map: what stands under its keys, which are data and not told. */
  readonly additionalProperties?: Shape;
  /** The form that all keys of a map have. */
  readonly propertyNames?: { readonly format: TextFormat };
  /** Left out where every list was empty. */
  readonly items?: Shape;
  readonly format?: TextFormat;
  /** Words of a small closed set, for fields such as a status. */
  readonly enum?: readonly string[];
  readonly examples?: readonly [string | number | boolean | null];
  /**
   * Of a field of errors that follows from the moment or the request, and is written like its example: the moment of the answer, an id
   * that no other answer has, or the path that was asked for.
   */
  readonly 'x-value'?: 'now' | 'unique' | 'path';
}

/** `digits`, `decimal` (`49.90`), `currency` (`EUR`) and `time` (`09:30`) are texts that clients parse, as they do the others. */
export type TextFormat = 'date-time' | 'date' | 'time' | 'uuid' | 'uri' | 'email' | 'digits' | 'decimal' | 'currency';

export type ShapeType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** Milliseconds. */
export interface LearnedLatency extends Evidenced {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

const order: readonly string[] = [...operationIds, 'other'];

/** Returns the places that either side saw, in the order of the document. */
export function placesOf(left: Profile, right: Profile): Place[] {
  const all = [...new Set([...Object.keys(left.responses), ...Object.keys(right.responses)])] as Place[];
  const rank = (place: Place) => order.indexOf(operationAt(place)) * 1_000 + statusAt(place);
  return all.sort((one, other) => rank(one) - rank(other));
}

export function operationAt(place: Place): string {
  return place.split(' ', 1)[0] ?? '';
}

export function statusAt(place: Place): number {
  return Number(place.split(' ')[1]);
}

type CachingParts = Pick<Profile, 'questions' | 'responses'>;

/**
 * How a profile tells of `Cache-Control`: as the answer to its open question where all answers have the same, else as a header of each
 * place; `not`: nothing was seen of it.
 */
export function cachingScope({ questions, responses }: CachingParts): 'once' | 'by place' | 'not' {
  if (questions['cache-control']?.origin === 'observed') return 'once';
  const isTold = Object.values(responses).some(
    ({ headers, headersAtTimes = [] }) => headers.some(isCacheControl) || headersAtTimes.some(isNameOfIt),
  );
  return isTold ? 'by place' : 'not';
}

/** Returns the headers of a place, with the one that is told of all places at once. */
export function headersWithCaching(place: Place, told: CachingParts): readonly LearnedHeader[] {
  const headers = told.responses[place]?.headers ?? [];
  if (cachingScope(told) !== 'once' || isOutsideCachingQuestion(place)) return headers;
  const value = told.questions['cache-control']?.choice ?? 'none';
  return value === 'none' ? headers : [...headers, { name: 'Cache-Control', kind: 'constant', value }];
}

/** The open question is not about answers that no cache keeps (RFC 6585 §4), nor about those of a gateway in trouble. */
export function isOutsideCachingQuestion(place: Place): boolean {
  const status = Number(place.split(' ')[1]);
  return status === 429 || status >= 500;
}

export function isCacheControl({ name }: Pick<LearnedHeader, 'name'>): boolean {
  return isNameOfIt(name);
}

function isNameOfIt(name: string): boolean {
  return name.toLowerCase() === 'cache-control';
}
