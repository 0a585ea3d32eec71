import { counted } from '../json/counted.js';
import { isJsonObject } from '../json/json-value.js';
import type { Evidence } from '../judge/evidence.js';
import { ordinary } from '../judge/observations/seen.js';
import { isAccepted } from '../judge/rules/ordinary-answers.js';
import { inferShape } from '../profile/infer-shape.js';
import { makeUp } from '../profile/make-up.js';
import { keyOfStore } from './key-of-store.js';
import { knownWordsOf } from './known-words.js';
import type { Learned } from './learned.js';
import { findStockFields } from './stock-fields.js';
import { unwrapPets } from './unwrap-pets.js';

/** Enough to see that records differ. */
const FEWEST_RECORDS = 3;

/** Learns which fields a pet has: example records made up to fit, and which fields come from the stock. */
export function learnPetShape(evidence: Evidence): Learned {
  const looked = ordinary(evidence).filter((reading) => reading.operation === 'getPet' && isAccepted(reading));
  const answered = looked.flatMap((reading) =>
    reading.received.kind === 'json' ? [{ reading, body: reading.received.value }] : [],
  );
  const readable = answered.map(({ reading }) => reading);
  if (readable.length === 0) return { answer: undefined, note: 'no pet was seen', readings: [] };
  const unwrapped = unwrapPets(answered, evidence);
  if (unwrapped === undefined) {
    const note = 'what the lookup answers is no object, which a fake cannot imitate';
    return { answer: undefined, note, readings: readable };
  }
  const { pets, envelope } = unwrapped;
  const shape = inferShape(
    pets.map(({ pet }) => pet),
    knownWordsOf('getPet'),
    keyOfStore(evidence),
  );
  const records = makeUp(shape, FEWEST_RECORDS).filter(isJsonObject);
  const { properties = {} } = shape;
  const inStock = Object.entries(findStockFields(pets, evidence));
  const fromStock = Object.fromEntries(inStock.filter(([name]) => Object.hasOwn(properties, name)));
  const answer = {
    records,
    ...(Object.keys(fromStock).length > 0 && { fromStock }),
    ...(envelope !== undefined && { envelope }),
  };
  const note = `made up from the fields of ${counted(pets.length, 'lookup')}`;
  const having = (field: string) => pets.filter(({ pet }) => Object.hasOwn(pet, field)).map(({ reading }) => reading);
  const fields = Object.keys(properties).map((field) => [field, having(field)] as const);
  return { answer, note, readings: readable, members: Object.fromEntries(fields) };
}
