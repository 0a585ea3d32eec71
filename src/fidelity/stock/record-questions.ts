import { integerOf } from '../../json/exact-number.js';
import { isJsonObject } from '../../json/json.js';
import type { Evidence } from '../../judge/rule.js';
import { listingBefore } from '../../judge/stock/stock-history.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import { isIdOf, type JsonResponse, type RecordQuestion } from '../learn/learn-records.js';
import type { Place } from '../profile/profile.js';

export const shapeQuestions: { readonly [Id in QuestionId]?: RecordQuestion } = {
  'pet-shape': { operation: 'getPet', sourcesOf: fieldsFromStock },
  'order-shape': { operation: 'listOrders' },
};

export function placeOfRecords(question: QuestionId): Place | undefined {
  const about = shapeQuestions[question];
  return about && `${about.operation} 200`;
}

const NAME_OF_STATUS = /^(?:pet_?)?(?:status|state)$/i;

/** Returns which fields of every pet that was looked up agree with its id, or with its item in the list. */
function fieldsFromStock(pets: readonly JsonResponse[], evidence: Evidence): Record<string, string> {
  const all = pets.map(({ reading, body }) => ({
    pet: isJsonObject(body) ? body : {},
    entry: listingBefore(evidence, reading)?.stock.get(reading.pathId ?? ''),
  }));
  // One pet may have its quantity in any field by chance: then the name must show it.
  const isOneQuantity = new Set(all.map(({ entry }) => entry?.quantity)).size === 1;
  const sourceOf = (name: string) => {
    if (isIdOf(pets, name, 'petId')) return 'petId';
    if (NAME_OF_STATUS.test(name)) {
      return all.every(({ pet, entry }) => entry !== undefined && pet[name] === entry.status) ? 'status' : undefined;
    }
    const isQuantity = all.every(({ pet, entry }) => entry !== undefined && integerOf(pet[name]) === entry.quantity);
    return isQuantity && (!isOneQuantity || name === 'quantity') ? 'quantity' : undefined;
  };
  const found = Object.keys(all[0]?.pet ?? {}).map((name) => [name, sourceOf(name)] as const);
  return Object.fromEntries(found.flatMap(([name, source]) => (source === undefined ? [] : [[name, source]])));
}
