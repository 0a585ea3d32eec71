import { isJsonObject, type JsonValue } from '../../src/json/json-value.js';
import { writeJson } from '../../src/json/write-json.js';
import { makeUp } from '../../src/profile/make-up.js';
import type { Profile, Shape } from '../../src/profile/profile.js';
import type { OperationId } from '../../src/spec/operations.js';
import { schemas } from '../../src/spec/schemas.js';
import { fillFields, isLive, type LiveFacts } from './live-fields.js';
import { nearestErrorShape } from './nearest-error-shape.js';
import { shapeExample } from './shape-example.js';

/**
 * Answers the fields that a deployment adds to the document's in the answers of a place, as JSON text to stand behind them:
 * `,"traceId":"abc"`. In `listInventory 200` they are those of each item. The first text has all of them; where some are missing or
 * null at times others follow, which show that.
 */
export function extraFields(
  answers: Profile['answers'],
  operation: OperationId | 'other',
  status: number,
): readonly [string, ...string[]] {
  if (status >= 400) return write(nearestErrorShape(answers, operation, status), schemas.Error);
  const inList = shapeAt(answers, 'listInventory', 200)?.items;
  const inUpdate = shapeAt(answers, 'updateInventory', 200);
  switch (operation) {
    // Both are an InventoryItem: where one was not seen, the other tells.
    case 'listInventory':
      return write(inList ?? inUpdate, schemas.InventoryItem);
    case 'updateInventory':
      return write(inUpdate ?? inList, schemas.InventoryItem);
    case 'sendMessage':
      return write(
        [status, 200, 201, 202].map((one) => shapeAt(answers, operation, one)).find(Boolean),
        schemas.Message,
      );
    default:
      return [''];
  }
}

/**
 * Answers what writes the fields of one error, where some of them follow from the moment or the request; undefined where all errors of a
 * place have the same.
 */
export function liveErrorFields(
  answers: Profile['answers'],
  operation: OperationId | 'other',
  status: number,
): ((facts: LiveFacts) => string) | undefined {
  const shape = status >= 400 ? nearestErrorShape(answers, operation, status) : undefined;
  if (shape === undefined || !isLive(shape)) return undefined;
  const extra = extraOf(shape, schemas.Error);
  return (facts) => {
    const fill = fillFields(facts);
    return writeMembers(extra.map(([name, part]) => [name, shapeExample(part, name, fill)]));
  };
}

function shapeAt(answers: Profile['answers'], operation: OperationId, status: number): Shape | undefined {
  const body = answers[`${operation} ${status}`]?.body;
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

/** Puts extra fields at the end of an object's JSON. */
export function addFields(json: string, fields: string): string {
  return fields === '' ? json : `${json.slice(0, -1)}${fields}}`;
}
