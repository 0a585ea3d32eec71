import type { Place, Profile, Shape } from '../profile/profile.js';
import { NOT_THERE, typesOf } from './compare-shapes.js';
import type { PlaceOutcome } from './tell-together.js';

const LIST: Place = 'listInventory 200';
const UPDATE: Place = 'updateInventory 200';

/**
 * Leaves out what an update shows of an item where the list shows the same on each side. A run updates one pet, which may lack what
 * another has, and has what all have: the list tells of both, once.
 */
export function withoutListedItems(fields: readonly PlaceOutcome[], left: Profile, right: Profile): PlaceOutcome[] {
  return fields.filter(({ place, member, ...words }) => {
    if (place !== UPDATE) return true;
    const [one, other] = [listedParts(member, left), listedParts(member, right)];
    return !isAmong(words.left, one) || !isAmong(words.right, other);
  });
}

/** What the items of a list are seen to have in a field: types, and that it is not there. None where no item was seen. */
function listedParts(pointer: string, { answers }: Profile): Set<string> {
  const body = answers[LIST]?.body;
  let shape = body?.kind === 'json' ? body.schema.items : undefined;
  if (shape === undefined) return new Set();
  let isAlways = true;
  for (const name of pointer.slice(1).split('/')) {
    isAlways &&= isAlwaysIn(shape, name);
    shape = partOf(shape, name);
    if (shape === undefined) return new Set([NOT_THERE]);
  }
  return new Set([...partsIn(typesOf(shape)), ...(isAlways ? [] : [NOT_THERE])]);
}

/** `items` and `*` stand for what is in a list, and under the keys of a map. */
function partOf({ properties = {}, items, additionalProperties }: Shape, name: string): Shape | undefined {
  const field = fieldName(name);
  if (Object.hasOwn(properties, field)) return properties[field];
  return name === 'items' ? items : name === '*' ? additionalProperties : undefined;
}

function isAlwaysIn({ properties = {}, required = [] }: Shape, name: string): boolean {
  return required.includes(fieldName(name)) || !Object.hasOwn(properties, fieldName(name));
}

function fieldName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether all that a field of an update is said to be was seen in the list. */
function isAmong(words: string, listed: ReadonlySet<string>): boolean {
  // A text of a form is a text, too.
  return partsIn(words).every((part) => listed.has(part) || listed.has(part.replace(/ \(.*\)$/, '')));
}

/** Taken apart: `integer or null, missing at times` is a number, null or not there. */
function partsIn(words: string): string[] {
  const types = words.replace(AT_TIMES, '').split(' or ');
  const numbers = types.map((type) => (type === 'integer' ? 'number' : type));
  return AT_TIMES.test(words) ? [...numbers, NOT_THERE] : numbers;
}

const AT_TIMES = /, missing at times$/;
