import { integerOf, isInt64Text } from '../../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../json/json.js';
import { counted } from '../../json/quoting.js';
import { ordinary, seen, unseen } from '../../judge/observations/seen.js';
import type { Reading } from '../../judge/reading.js';
import type { Evidence, Seen } from '../../judge/rule.js';
import type { Service } from '../../service/service.js';
import { documentedWords } from '../profile/documented-bodies.js';
import { inferShape } from '../profile/infer-shape.js';
import type { Shape } from '../profile/profile.js';
import { generateSamples } from '../profile/sample-values.js';

export interface JsonResponse {
  readonly reading: Reading;
  readonly body: JsonValue;
}

/** An open question about the fields of records, and the operation whose responses contain them: one by its id, or a list. */
export interface RecordQuestion {
  readonly operation: string;
  /** Returns which fields of the records agree with other data, such as the stock. */
  readonly sourcesOf?: (records: readonly JsonResponse[], evidence: Evidence) => Readonly<Record<string, string>>;
}

/** Learns which fields the records of an operation have, and which field of the body they are in. */
export function learnRecords({ operation, sourcesOf }: RecordQuestion, evidence: Evidence, service: Service): Seen {
  const { pathId } = service.operations[operation] ?? {};
  const responded = jsonResponsesOf(evidence, operation, pathId !== undefined);
  const readings = responded.map(({ reading }) => reading);
  if (responded.length === 0) {
    return unseen(pathId === undefined ? 'no list was seen' : 'no record was seen by its id in plain digits');
  }
  const field = pathId === undefined ? fieldOfList(bodiesOf(responded)) : fieldOfRecord(responded, pathId);
  const whole = field === undefined ? responded : within(responded, field);
  if (pathId === undefined && !whole.every(({ body }) => Array.isArray(body))) {
    return unseen('no list was found in the responses', readings);
  }
  const records = pathId === undefined ? whole.flatMap(itemsOf) : whole;
  const shape = inferShape(bodiesOf(records), documentedWords(service, operation));
  const sources = Object.entries(sourcesOf?.(records, evidence) ?? {});
  const fromStock = sources.filter(([name]) => Object.hasOwn(shape.properties ?? {}, name));
  const choice = {
    records: records.length === 0 ? [] : generateSamples(shape, shape.type.includes('object') ? 3 : 1),
    ...(fromStock.length > 0 && { fromStock: Object.fromEntries(fromStock) }),
    ...(field !== undefined && { envelope: { field, ...restOf(bodiesOf(responded), field) } }),
  };
  const note =
    records.length === 0 ? 'every list was empty' : `samples with the fields of ${counted(records.length, 'record')}`;
  return seen(choice, note, readings, [], readingsByField(shape, records));
}

/** Returns the JSON bodies of successful responses. `byId`: only of lookups by an id in plain digits, as lists contain it. */
function jsonResponsesOf(evidence: Evidence, operation: string, byId: boolean): JsonResponse[] {
  return ordinary(evidence).flatMap((reading) => {
    if (reading.operation?.id !== operation || !reading.isAccepted || reading.received.kind !== 'json') return [];
    return byId && !isInt64Text(reading.pathId ?? '') ? [] : [{ reading, body: reading.received.value }];
  });
}

function bodiesOf(responses: readonly JsonResponse[]): JsonValue[] {
  return responses.map(({ body }) => body);
}

function within(responses: readonly JsonResponse[], name: string): JsonResponse[] {
  return responses.map(({ reading, body }) => ({ reading, body: isJsonObject(body) ? (body[name] ?? null) : null }));
}

function itemsOf({ reading, body }: JsonResponse): JsonResponse[] {
  return Array.isArray(body) ? body.map((item) => ({ reading, body: item })) : [];
}

function readingsByField({ properties = {} }: Shape, records: readonly JsonResponse[]) {
  const having = (name: string) => {
    const own = records.filter(({ body }) => isJsonObject(body) && Object.hasOwn(body, name));
    return [...new Set(own.map(({ reading }) => reading))];
  };
  return Object.fromEntries(Object.keys(properties).map((name) => [name, having(name)]));
}

/** Returns the field whose object has the requested id, if the object around it has none. */
function fieldOfRecord(responded: readonly JsonResponse[], pathId: string): string | undefined {
  const hasId = (records: readonly JsonResponse[]) => {
    const [first] = bodiesOf(records);
    return isJsonObject(first) && Object.keys(first).some((name) => isIdOf(records, name, pathId));
  };
  return hasId(responded) ? undefined : fieldNames(bodiesOf(responded)).find((name) => hasId(within(responded, name)));
}

/** Returns the first field that is a list in every response; undefined if these are lists themselves. */
function fieldOfList(bodies: readonly JsonValue[]): string | undefined {
  return fieldNames(bodies).find((name) => bodies.every((body) => isJsonObject(body) && Array.isArray(body[name])));
}

/** A key that the shape leaves out is data. */
function fieldNames(bodies: readonly JsonValue[]): string[] {
  return Object.keys(inferShape(bodies).properties ?? {});
}

/** Returns whether a field of every record has the requested id. If only one was looked up, the name must show it, too. */
export function isIdOf(records: readonly JsonResponse[], name: string, parameter: string): boolean {
  const isAlike = ({ reading: { pathId }, body }: JsonResponse) => {
    const value = isJsonObject(body) ? body[name] : undefined;
    return value !== undefined && pathId !== undefined && (value === pathId || String(integerOf(value)) === pathId);
  };
  const isNamed = ['id', parameter.toLowerCase()].includes(name.toLowerCase().replace('_', ''));
  const isOne = new Set(records.map(({ reading }) => reading.pathId)).size === 1;
  return records.every(isAlike) && (isNamed || !isOne);
}

/** Larger numbers may be ids. */
const LARGEST_KEPT = 1_000n;

/** Returns samples of the fields beside a field; constant switches and small numbers, such as `has_more: false`, stay. */
function restOf(bodies: readonly JsonValue[], field: string): { readonly rest?: JsonObject } {
  const objects = bodies.filter(isJsonObject);
  const [{ [field]: _, ...rest } = {}] = generateSamples(inferShape(objects)).filter(isJsonObject);
  return Object.keys(rest).length === 0 ? {} : { rest: keepConstants(rest, objects, mayBeKept) };
}

/** Returns a sample with the values that all objects have, where these may be kept. */
export function keepConstants(
  sample: JsonObject,
  seenObjects: readonly JsonObject[],
  isKept: (value: JsonValue) => boolean,
): JsonObject {
  const members = Object.entries(sample).map(([name, value]): [string, JsonValue] => {
    const values = seenObjects.map((each) => each[name]).filter((each) => each !== undefined);
    const [first] = values;
    const isConstant = first !== undefined && new Set(values.map((each) => writeJson(each))).size === 1;
    if (isConstant && isKept(first)) return [name, first];
    const areObjects = isJsonObject(value) && values.every(isJsonObject);
    return [name, areObjects ? keepConstants(value, values, isKept) : value];
  });
  return Object.fromEntries(members);
}

/** Returns whether a value is a switch or a small number. */
export function mayBeKept(value: JsonValue): boolean {
  if (value === null || typeof value === 'boolean') return true;
  const integer = integerOf(value);
  return integer !== undefined && integer <= LARGEST_KEPT && integer >= -LARGEST_KEPT;
}
