import type { Profile, Shape } from '../../src/fidelity/profile/profile.js';
import { sampleKey, sampleLeaf } from '../../src/fidelity/profile/sample-values.js';
import { type JsonValue, writeJson } from '../../src/json/json.js';
import type { OperationId } from '../../src/service/petstore.js';
import { schemas } from '../../src/service/petstore.js';

/**
 * Returns the fields that a deployment adds to the document's in the successes of a place, as JSON text to append:
 * `,"traceId":"abc"`. For `listInventory 200` they are those of each item.
 */
export function extraFields(responses: Profile['responses'], operation: OperationId | 'other', status: number): string {
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
      return '';
  }
}

/** Returns the fields that a deployment adds to an error, as JSON text to append. */
export function errorFields(responses: Profile['responses'], operation: OperationId | 'other', status: number): string {
  return write(nearestErrorShape(responses, operation, status), schemas.Error);
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

function write(shape: Partial<Shape> = {}, documented: Documented): string {
  return writeMembers(extraOf(shape, documented).map(([name, part]) => [name, shapeExample(part, name)]));
}

function writeMembers(members: readonly (readonly [name: string, value: JsonValue])[]): string {
  return members.map(([name, value]) => `,${JSON.stringify(name)}:${writeJson(value)}`).join('');
}

/** Appends extra fields to an object's JSON. */
export function addFields(json: string, fields: string): string {
  return fields === '' ? json : `${json.slice(0, -1)}${fields}}`;
}

/** Returns a value of a shape with all of its fields: examples, else made-up values. */
export function shapeExample(shape: Shape, name = 'value'): JsonValue {
  const type = shape.type.find((one) => one !== 'null');
  if (type === undefined) return null;
  if (type === 'object') {
    const fields = Object.entries(shape.properties ?? {});
    const { additionalProperties: inMap } = shape;
    const entries = inMap === undefined ? [] : [[sampleKey(1), shapeExample(inMap, name)]];
    return Object.fromEntries([...fields.map(([field, part]) => [field, shapeExample(part, field)]), ...entries]);
  }
  if (type === 'array') {
    const { items } = shape;
    return items === undefined ? [] : items.type.map((each) => shapeExample({ ...items, type: [each] }, name));
  }
  const word = type === 'string' ? shape.enum?.[0] : undefined;
  return shape.examples?.[0] ?? word ?? sampleLeaf(type, shape.format, name, 1);
}

/** Returns the shape of a place's errors; if none was seen there, that of the same status, else that of most errors. */
function nearestErrorShape(
  responses: Profile['responses'],
  operation: OperationId | 'other',
  status: number,
): Shape | undefined {
  const errors = Object.entries(responses).filter(([place]) => Number(place.split(' ')[1]) >= 400);
  const byCount = errors.sort(([, one], [, other]) => other.count - one.count);
  const found = [`${operation} ${status}`, ` ${status}`, ''].flatMap((end) =>
    byCount.flatMap(([place, { body }]) => (place.endsWith(end) && body.kind === 'json' ? [body.schema] : [])),
  );
  return found[0];
}
