import { integerOf, isInt64Text } from '../../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import { counted } from '../../json/quoting.js';
import type { Evidence } from '../../judge/evidence.js';
import { seen, unseen } from '../../judge/observations/seen.js';
import type { Seen } from '../../judge/rule.js';
import { listingBefore } from '../../judge/stock/stock-history.js';
import { inferShape, knownWordsOf } from '../profile/infer-shape.js';
import { makeUp } from '../profile/sample-values.js';
import type { Shape } from '../profile/profile.js';
import { type JsonResponse, jsonResponsesOf } from './confidence.js';

/** Learns which fields a pet has: example records made up to fit, and which fields come from the stock. */
export function learnPetShape(evidence: Evidence): Seen {
  // A service may read `/pets/01`, too: no entry of the list has that id.
  const responded = jsonResponsesOf(evidence, 'getPet').filter(({ reading }) => isInt64Text(reading.pathId ?? ''));
  const readings = responded.map(({ reading }) => reading);
  if (responded.length === 0) return unseen('no pet was seen by its id in plain digits');
  const field = fieldOfPet(responded, evidence);
  const pets = field === undefined ? responded : within(responded, field);
  const shape = inferShape(bodiesOf(pets), knownWordsOf('getPet'));
  const inStock = Object.entries(fieldsFromStock(pets, evidence));
  const fromStock = Object.fromEntries(inStock.filter(([name]) => Object.hasOwn(shape.properties ?? {}, name)));
  const choice = {
    records: makeUpRecords(shape),
    ...(Object.keys(fromStock).length > 0 && { fromStock }),
    ...(field !== undefined && { envelope: { field, ...restOf(bodiesOf(responded), field) } }),
  };
  const note = `made up from the fields of ${counted(pets.length, 'lookup')}`;
  return seen(choice, note, readings, [], readingsByField(shape, pets));
}

/** Learns which fields an order has, and in what the orders come: example records made up to fit. */
export function learnOrderShape(evidence: Evidence): Seen {
  const responded = jsonResponsesOf(evidence, 'listOrders');
  const readings = responded.map(({ reading }) => reading);
  if (responded.length === 0) return unseen('no list of orders was seen');
  const field = fieldOfOrders(bodiesOf(responded));
  const lists = field === undefined ? responded : within(responded, field);
  const orders = lists.flatMap(({ reading, body }) =>
    Array.isArray(body) ? body.map((order) => ({ reading, body: order })) : [],
  );
  if (!lists.every(({ body }) => Array.isArray(body))) {
    return unseen('no list of orders was found in the responses', readings);
  }
  const shape = inferShape(bodiesOf(orders));
  const choice = {
    records: orders.length === 0 ? [] : makeUpRecords(shape),
    ...(field !== undefined && { envelope: { field, ...restOf(bodiesOf(responded), field) } }),
  };
  const note =
    orders.length === 0
      ? 'every list of orders was empty'
      : `made up from the fields of ${counted(orders.length, 'order')}`;
  return seen(choice, note, readings, [], readingsByField(shape, orders));
}

/** Makes up enough records to see that they differ. What is not an object has no id that could differ. */
function makeUpRecords(shape: Shape): JsonValue[] {
  return makeUp(shape, shape.type.includes('object') ? 3 : 1);
}

function bodiesOf(responses: readonly JsonResponse[]): JsonValue[] {
  return responses.map(({ body }) => body);
}

/** Returns what is in a field of each body. */
function within(responses: readonly JsonResponse[], name: string): JsonResponse[] {
  return responses.map(({ reading, body }) => ({ reading, body: isJsonObject(body) ? (body[name] ?? null) : null }));
}

/** Returns which responses have each field of a shape. */
function readingsByField({ properties = {} }: Shape, records: readonly JsonResponse[]) {
  const having = (name: string) => {
    const own = records.filter(({ body }) => isJsonObject(body) && Object.hasOwn(body, name));
    return [...new Set(own.map(({ reading }) => reading))];
  };
  return Object.fromEntries(Object.keys(properties).map((name) => [name, having(name)]));
}

/** Returns the field whose object has the requested id, if the object around it has none. */
function fieldOfPet(responded: readonly JsonResponse[], evidence: Evidence): string | undefined {
  const hasId = (pets: readonly JsonResponse[]) => Object.values(fieldsFromStock(pets, evidence)).includes('petId');
  return hasId(responded) ? undefined : fieldNames(bodiesOf(responded)).find((name) => hasId(within(responded, name)));
}

/** Returns the first field that is a list in every response; undefined if these are lists themselves. */
function fieldOfOrders(bodies: readonly JsonValue[]): string | undefined {
  return fieldNames(bodies).find((name) => bodies.every((body) => isJsonObject(body) && Array.isArray(body[name])));
}

/** A key that the shape leaves out is data. */
function fieldNames(bodies: readonly JsonValue[]): string[] {
  return Object.keys(inferShape(bodies).properties ?? {});
}

type StockField = 'petId' | 'quantity' | 'status';

/** One pet may have its id, or its quantity, in any field by chance; if only one was looked up, the name must show it. */
const NAME_OF_ID = /^(?:pet_?)?id$/i;
const NAME_OF_STATUS = /^(?:pet_?)?(?:status|state)$/i;

/** Returns which fields of every pet that was looked up agree with its id, or with its item in the list. */
function fieldsFromStock(pets: readonly JsonResponse[], evidence: Evidence): Record<string, StockField> {
  const all = pets.map(({ reading, body }) => ({
    pet: isJsonObject(body) ? body : {},
    petId: reading.pathId,
    entry: listingBefore(evidence, reading)?.stock.get(reading.pathId ?? ''),
  }));
  const isOneId = new Set(all.map(({ petId }) => petId)).size === 1;
  const isOneQuantity = new Set(all.map(({ entry }) => entry?.quantity)).size === 1;
  const sourceOf = (name: string): StockField | undefined => {
    const isId = all.every(({ pet: { [name]: value }, petId }) => value !== undefined && isSameId(value, petId));
    if (isId && (!isOneId || NAME_OF_ID.test(name))) return 'petId';
    if (NAME_OF_STATUS.test(name)) {
      return all.every(({ pet, entry }) => entry !== undefined && pet[name] === entry.status) ? 'status' : undefined;
    }
    const isQuantity = all.every(({ pet, entry }) => entry !== undefined && integerOf(pet[name]) === entry.quantity);
    return isQuantity && (!isOneQuantity || name === 'quantity') ? 'quantity' : undefined;
  };
  const found = Object.keys(all[0]?.pet ?? {}).map((name) => [name, sourceOf(name)] as const);
  return Object.fromEntries(found.filter((each): each is [string, StockField] => each[1] !== undefined));
}

/** As a number, or as a text. */
function isSameId(value: JsonValue, petId: string | undefined): boolean {
  return petId !== undefined && (value === petId || String(integerOf(value)) === petId);
}

/** Larger numbers may be ids. */
const LARGEST_KEPT = 1_000n;

/**
 * Returns the fields beside a field in some objects: made up, except switches and small numbers that were always the same, such as
 * `has_more: false`. Clients depend on these, and they contain no data of anybody.
 */
function restOf(bodies: readonly JsonValue[], field: string): { readonly rest?: JsonObject } {
  const objects = bodies.filter(isJsonObject);
  const [{ [field]: _, ...rest } = {}] = makeUp(inferShape(objects)).filter(isJsonObject);
  return Object.keys(rest).length === 0 ? {} : { rest: keepConstants(rest, objects) };
}

function keepConstants(madeUp: JsonObject, seenObjects: readonly JsonObject[]): JsonObject {
  const members = Object.entries(madeUp).map(([name, value]): [string, JsonValue] => {
    const values = seenObjects.map((each) => each[name]);
    if (isJsonObject(value) && values.every(isJsonObject)) return [name, keepConstants(value, values)];
    const [first] = values;
    return [name, first !== undefined && isKept(first) && values.every((each) => each === first) ? first : value];
  });
  return Object.fromEntries(members);
}

function isKept(value: JsonValue): boolean {
  if (value === null || typeof value === 'boolean') return true;
  const integer = integerOf(value);
  return integer !== undefined && integer <= LARGEST_KEPT && integer >= -LARGEST_KEPT;
}
