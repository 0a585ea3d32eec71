import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.js';
import type { Evidence } from '../judge/evidence.js';
import type { Reading } from '../judge/reading.js';
import { inferShape } from '../profile/infer-shape.js';
import { keyOfStore } from './key-of-store.js';
import { restOf } from './rest-of.js';
import { findStockFields, type LookedUp } from './stock-fields.js';

/** What a lookup was answered. */
export interface Answered {
  readonly reading: Reading;
  readonly body: JsonValue;
}

interface Unwrapped {
  readonly pets: readonly LookedUp[];
  /** In what the pets stand; undefined where the answer itself is the pet. */
  readonly envelope?: 'list' | { readonly field: string; readonly rest?: JsonObject };
}

/** Finds the pet in each of these; undefined where one is no object and no list that holds one alone. */
export function unwrapPets(answered: readonly Answered[], evidence: Evidence): Unwrapped | undefined {
  const inLists = petsIn(answered, (body) => (Array.isArray(body) && body.length === 1 ? body[0] : undefined));
  if (inLists !== undefined) return { pets: inLists, envelope: 'list' };
  const bare = petsIn(answered, (body) => body);
  if (bare === undefined) return undefined;
  const bodies = answered.map(({ body }) => body);
  const field = hasId(bare, evidence) ? undefined : fieldOfPet(answered, evidence);
  const inField = field === undefined ? undefined : petsIn(answered, memberOf(field));
  if (field === undefined || inField === undefined) return { pets: bare };
  return { pets: inField, envelope: { field, ...restOf(bodies, field, keyOfStore(evidence)) } };
}

/** The field whose object has the id that was asked for, where the object around it has none. */
function fieldOfPet(answered: readonly Answered[], evidence: Evidence): string | undefined {
  // A name that no shape tells may be anybody's.
  const shape = inferShape(
    answered.map(({ body }) => body),
    {},
    keyOfStore(evidence),
  );
  const names = Object.keys(shape.properties ?? {});
  return names.find((name) => {
    const pets = petsIn(answered, memberOf(name));
    return pets !== undefined && hasId(pets, evidence);
  });
}

function hasId(pets: readonly LookedUp[], evidence: Evidence): boolean {
  return Object.values(findStockFields(pets, evidence)).includes('petId');
}

function petsIn(
  answered: readonly Answered[],
  petOf: (body: JsonValue) => JsonValue | undefined,
): LookedUp[] | undefined {
  const pets = answered.flatMap(({ reading, body }) => {
    const pet = petOf(body);
    return isJsonObject(pet) ? [{ reading, pet }] : [];
  });
  return pets.length === answered.length ? pets : undefined;
}

function memberOf(name: string): (body: JsonValue) => JsonValue | undefined {
  return (body) => (isJsonObject(body) && Object.hasOwn(body, name) ? body[name] : undefined);
}
