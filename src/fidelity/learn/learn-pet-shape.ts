import type { Evidence, Reading } from '../../judge/evidence.js';
import { type Seen, seen, unseen } from '../../judge/observations/seen.js';
import type { StockEntry } from '../../judge/stock.js';
import { listingBefore } from '../../judge/stock-history.js';
import { integerOf, isInt64Text } from '../../spec/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import { counted } from '../../spec/quoting.js';
import { inferShape, knownWordsOf } from '../profile/infer-shape.js';
import { restOf } from './envelope.js';
import { makeUpRecords } from './example-records.js';
import { type JsonResponse, jsonResponsesOf } from './learned.js';

/** Learns which fields a pet has: example records made up to fit, and which fields come from the stock. */
export function learnPetShape(evidence: Evidence): Seen {
  // A service may read `/pets/01`, too: no entry of the list has that id.
  const responded = jsonResponsesOf(evidence, 'getPet').filter(({ reading }) => isInt64Text(reading.petId ?? ''));
  const readable = responded.map(({ reading }) => reading);
  if (readable.length === 0) return unseen('no pet was seen by its id in plain digits');
  const unwrapped = unwrapPets(responded, evidence);
  if (unwrapped === undefined) {
    const bodies = responded.map(({ body }) => body);
    return seen({ records: makeUpRecords(bodies) }, 'made up: the response to a lookup is not an object', readable);
  }
  const { pets, envelope } = unwrapped;
  const shape = inferShape(
    pets.map(({ pet }) => pet),
    knownWordsOf('getPet'),
  );
  const records = makeUpRecords(
    pets.map(({ pet }) => pet),
    knownWordsOf('getPet'),
  );
  const { properties = {} } = shape;
  const inStock = Object.entries(findStockFields(pets, evidence));
  const fromStock = Object.fromEntries(inStock.filter(([name]) => Object.hasOwn(properties, name)));
  const choice = {
    records,
    ...(Object.keys(fromStock).length > 0 && { fromStock }),
    ...(envelope !== undefined && { envelope }),
  };
  const note = `made up from the fields of ${counted(pets.length, 'lookup')}`;
  const having = (field: string) => pets.filter(({ pet }) => Object.hasOwn(pet, field)).map(({ reading }) => reading);
  const fields = Object.keys(properties).map((field) => [field, having(field)] as const);
  return seen(choice, note, readable, [], Object.fromEntries(fields));
}

interface Unwrapped {
  readonly pets: readonly LookedUp[];
  /** What is around the pets; undefined if the body itself is the pet. */
  readonly envelope?: 'list' | { readonly field: string; readonly rest?: JsonObject };
}

/** Returns the pet in each of these; undefined if one is neither an object nor a list of a single one. */
function unwrapPets(responded: readonly JsonResponse[], evidence: Evidence): Unwrapped | undefined {
  const inLists = petsIn(responded, (body) => (Array.isArray(body) && body.length === 1 ? body[0] : undefined));
  if (inLists !== undefined) return { pets: inLists, envelope: 'list' };
  const bare = petsIn(responded, (body) => body);
  if (bare === undefined) return undefined;
  const bodies = responded.map(({ body }) => body);
  const field = hasId(bare, evidence) ? undefined : fieldOfPet(responded, evidence);
  const inField = field === undefined ? undefined : petsIn(responded, memberOf(field));
  if (field === undefined || inField === undefined) return { pets: bare };
  return { pets: inField, envelope: { field, ...restOf(bodies, field) } };
}

/** Returns the field whose object has the requested id, if the object around it has none. */
function fieldOfPet(responded: readonly JsonResponse[], evidence: Evidence): string | undefined {
  // A key that the shape leaves out is data.
  const shape = inferShape(responded.map(({ body }) => body));
  const names = Object.keys(shape.properties ?? {});
  return names.find((name) => {
    const pets = petsIn(responded, memberOf(name));
    return pets !== undefined && hasId(pets, evidence);
  });
}

function hasId(pets: readonly LookedUp[], evidence: Evidence): boolean {
  return Object.values(findStockFields(pets, evidence)).includes('petId');
}

function petsIn(
  responded: readonly JsonResponse[],
  petOf: (body: JsonValue) => JsonValue | undefined,
): LookedUp[] | undefined {
  const pets = responded.flatMap(({ reading, body }) => {
    const pet = petOf(body);
    return isJsonObject(pet) ? [{ reading, pet }] : [];
  });
  return pets.length === responded.length ? pets : undefined;
}

function memberOf(name: string): (body: JsonValue) => JsonValue | undefined {
  return (body) => (isJsonObject(body) && Object.hasOwn(body, name) ? body[name] : undefined);
}

/** A pet that was looked up. */
interface LookedUp {
  readonly reading: Reading;
  readonly pet: JsonObject;
}

/** `STATUS`: in capitals. */
type StockField = 'petId' | 'quantity' | 'status' | 'STATUS';

/** One pet may have its id, or its quantity, in any field by chance; if only one was looked up, the name must show it. */
const NAME_OF_ID = /^(?:pet_?)?id$/i;
const NAME_OF_STATUS = /^(?:pet_?)?(?:status|state)$/i;

/** Returns which fields of every pet that was looked up agree with its id, or with its item in the list. */
function findStockFields(pets: readonly LookedUp[], evidence: Evidence): Record<string, StockField> {
  const listed = pets.map((one) => ({ ...one, entry: entryOf(one.reading, evidence) }));
  const names = Object.keys(pets[0]?.pet ?? {});
  const isOneId = new Set(pets.map(({ reading }) => reading.petId)).size === 1;
  const isOneQuantity = new Set(listed.map(({ entry }) => entry?.quantity)).size === 1;
  const found = names.flatMap((name): [string, StockField][] => {
    const all = (agrees: (value: JsonValue | undefined, one: (typeof listed)[number]) => boolean) =>
      listed.every((one) => agrees(Object.hasOwn(one.pet, name) ? one.pet[name] : undefined, one));
    if ((!isOneId || NAME_OF_ID.test(name)) && all(isRequestedId)) return [[name, 'petId']];
    if (NAME_OF_STATUS.test(name)) {
      if (all((value, { entry }) => value !== undefined && value === entry?.status)) return [[name, 'status']];
      const isInCapitals = all((value, { entry }) => value !== undefined && value === entry?.status.toUpperCase());
      return isInCapitals ? [[name, 'STATUS']] : [];
    }
    if (isOneQuantity && name !== 'quantity') return [];
    const isQuantity = all((value, { entry }) => entry !== undefined && integerOf(value) === entry.quantity);
    return isQuantity ? [[name, 'quantity']] : [];
  });
  return Object.fromEntries(found);
}

/** As a number, or as a text. */
function isRequestedId(value: JsonValue | undefined, { reading: { petId } }: LookedUp): boolean {
  return value !== undefined && petId !== undefined && (value === petId || String(integerOf(value)) === petId);
}

function entryOf(reading: Reading, evidence: Evidence): StockEntry | undefined {
  return listingBefore(evidence, reading)?.stock.get(reading.petId ?? '');
}
