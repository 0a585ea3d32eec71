import type { JsonValue } from '../../src/json/json-value.js';
import { makeUpKey, makeUpLeaf } from '../../src/profile/made-up-leaf.js';
import type { Shape } from '../../src/profile/profile.js';
import type { FillField } from './live-fields.js';

/**
 * Answers one value of a shape with all of its fields: what `fill` has for them, else its examples where it has them, else what is
 * made up for a field of that name.
 */
export function shapeExample(shape: Shape, name = 'value', fill?: FillField): JsonValue {
  const filled = fill?.(shape);
  if (filled !== undefined) return filled;
  const type = shape.type.find((one) => one !== 'null') ?? 'null';
  if (type === 'object') {
    const fields = Object.entries(shape.properties ?? {});
    const { additionalProperties: inMap, propertyNames: keys } = shape;
    const entries = inMap === undefined ? [] : [[makeUpKey(keys?.format, 1), shapeExample(inMap, name, fill)]];
    return Object.fromEntries([...fields.map(([field, part]) => [field, shapeExample(part, field, fill)]), ...entries]);
  }
  if (type === 'array') return shape.items === undefined ? [] : [shapeExample(shape.items, name, fill)];
  const word = type === 'string' ? shape.enum?.[0] : undefined;
  return shape.examples?.[0] ?? word ?? makeUpLeaf(type, shape.format, name, 1);
}
