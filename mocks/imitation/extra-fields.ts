import { makeUp } from '../../src/fidelity/profile/make-up.js';
import type { Profile, Shape } from '../../src/fidelity/profile/profile.js';
import { makeUpKey, makeUpLeaf } from '../../src/fidelity/profile/text-format.js';
import { isJsonObject, type JsonValue, writeJson } from '../../src/spec/json.js';
import type { OperationId } from '../../src/spec/operations.js';
import { schemas } from '../../src/spec/schemas.js';
import { writeMoment } from '../write-moment.js';
import { prepareRenewal } from './draws.js';

/**
 * Returns the fields that a deployment adds to the document's in the successes of a place, as JSON text to append:
 * `,"traceId":"abc"`. For `listInventory 200` they are those of each item. The first text has all fields; if some are sometimes
 * missing or null, other texts follow.
 */
export function extraFields(
  responses: Profile['responses'],
  operation: OperationId | 'other',
  status: number,
): readonly [string, ...string[]] {
  const inList = shapeAt(responses, 'listInventory', 200)?.items;
  const inUpdate = shapeAt(responses, 'updateInventory', 200);
  switch (operation) {
    // Both are an InventoryItem: either one is evidence for the other.
    case 'listInventory':
      return write(inList ?? inUpdate, schemas.InventoryItem);
    case 'updateInventory':
      return write(inUpdate ?? inList, schemas.InventoryItem);
    case 'sendMessage':
      return write(
        [status, 200, 201, 202].map((one) => shapeAt(responses, operation, one)).find(Boolean),
        schemas.Message,
      );
    default:
      return [''];
  }
}

/** Returns a function that writes the fields that a deployment adds to one error; some depend on the time or the request. */
export function errorFields(
  responses: Profile['responses'],
  operation: OperationId | 'other',
  status: number,
): (facts: LiveFacts) => string {
  const extra = extraOf(nearestErrorShape(responses, operation, status) ?? {}, schemas.Error);
  return (facts) => {
    const fill = fillFields(facts);
    return writeMembers(extra.map(([name, part]) => [name, shapeExample(part, name, fill)]));
  };
}

function shapeAt(responses: Profile['responses'], operation: OperationId, status: number): Shape | undefined {
  const body = responses[`${operation} ${status}`]?.body;
  return body?.kind === 'json' ? body.schema : undefined;
}

interface Documented {
  readonly properties: object;
}

function extraOf({ properties = {} }: Partial<Shape>, documented: Documented): [name: string, part: Shape][] {
  return Object.entries(properties).filter(([name]) => !Object.hasOwn(documented.properties, name));
}

function write(shape: Partial<Shape> = {}, documented: Documented): readonly [string, ...string[]] {
  const { required = [] } = shape;
  const extra = extraOf(shape, documented);
  if (extra.length === 0) return [''];
  const full = extra.map(([name, part]) => [name, shapeExample(part, name)] as const);
  const [, ...others] = makeUp({ type: ['object'], properties: Object.fromEntries(extra), required });
  return [writeMembers(full), ...others.filter(isJsonObject).map((other) => writeMembers(Object.entries(other)))];
}

function writeMembers(members: readonly (readonly [name: string, value: JsonValue])[]): string {
  return members.map(([name, value]) => `,${JSON.stringify(name)}:${writeJson(value)}`).join('');
}

/** Appends extra fields to an object's JSON. */
export function addFields(json: string, fields: string): string {
  return fields === '' ? json : `${json.slice(0, -1)}${fields}}`;
}

/** Returns a value of a shape with all of its fields: those that `fill` returns, else examples, else made-up values. */
export function shapeExample(shape: Shape, name = 'value', fill?: FillField): JsonValue {
  const filled = fill?.(shape);
  if (filled !== undefined) return filled;
  const type = shape.type.find((one) => one !== 'null');
  if (type === undefined) return null;
  if (type === 'object') {
    const fields = Object.entries(shape.properties ?? {});
    const { additionalProperties: inMap, propertyNames: keys } = shape;
    const entries = inMap === undefined ? [] : [[makeUpKey(keys?.format, 1), shapeExample(inMap, name, fill)]];
    return Object.fromEntries([...fields.map(([field, part]) => [field, shapeExample(part, field, fill)]), ...entries]);
  }
  if (type === 'array') {
    const { items } = shape;
    return items === undefined ? [] : items.type.map((each) => shapeExample({ ...items, type: [each] }, name, fill));
  }
  const word = type === 'string' ? shape.enum?.[0] : undefined;
  return shape.examples?.[0] ?? word ?? makeUpLeaf(type, shape.format, name, 1);
}

/** What some fields of an error depend on. */
export interface LiveFacts {
  readonly nowMs: number;
  /** The path of the request, without a query. */
  readonly path: string;
  /** Returns a draw from 0 up to 1 for each position of a value. `row` counts the drawn fields from 0. */
  readonly draw: (row: number) => (position: number) => number;
}

/** Returns the value of a field in one response; undefined if it depends on neither the time nor the request. */
type FillField = (shape: Shape) => JsonValue | undefined;

function fillFields({ nowMs, path, draw }: LiveFacts): FillField {
  let row = 0;
  return ({ 'x-value': value, examples: [example] = [null] }) => {
    if (value === 'path') return path;
    if (value === 'now')
      return typeof example === 'number' ? unixTime(nowMs, example) : writeMoment(`${example}`, nowMs);
    if (value !== 'unique' || typeof example !== 'string') return undefined;
    return prepareRenewal({ kind: kindOf(example), value: example })(draw(row++), nowMs);
  };
}

/** Returns seconds or milliseconds, as in the example. */
function unixTime(nowMs: number, example: number): number {
  return example > 1e11 ? nowMs : Math.floor(nowMs / 1_000);
}

function kindOf(example: string): 'uuid' | 'hex' | 'integer' | 'text' {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(example)) return 'uuid';
  if (/^\d+$/.test(example)) return 'integer';
  return /^[0-9a-f]+$/i.test(example) ? 'hex' : 'text';
}

/**
 * Returns the shape of a place's errors. If none was seen there, that of the nearest place: the same status elsewhere, else the
 * same operation, else where most errors were seen.
 */
function nearestErrorShape(
  responses: Profile['responses'],
  operation: OperationId | 'other',
  status: number,
): Shape | undefined {
  const seen = Object.entries(responses).flatMap(([place, { body, count }]) => {
    const [at, withStatus] = place.split(' ');
    if (body.kind !== 'json' || Number(withStatus) < 400) return [];
    const nearness = (Number(withStatus) === status ? 2 : 0) + (at === operation ? 1 : 0);
    return [{ shape: body.schema, nearness, count }];
  });
  return seen.sort((a, b) => b.nearness - a.nearness || b.count - a.count)[0]?.shape;
}
