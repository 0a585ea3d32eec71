import { integerOf } from '../../src/json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/json/json-value.js';
import { JsonError } from '../../src/json/parse-json.js';
import { writeJson } from '../../src/json/write-json.js';
import { parseAnswer } from '../../src/judge/parse-answer.js';
import type { ReceivedAnswer } from '../../src/transcript/received-answer.js';

/** A pet of an inventory that need not conform. */
export interface ListedPet {
  /** In the form of {@link quantityText}. */
  readonly quantity: string;
  readonly status: string;
}

/** Finds a pet in an answer to `GET /inventory`; answers why not in words. */
export function readListedPet(answer: ReceivedAnswer, petId: string): ListedPet | string {
  const list = readList(answer);
  if (typeof list === 'string') return list;
  const entries = list.filter(isJsonObject).filter((entry) => isPet(entry, petId));
  const [entry] = entries;
  if (entry === undefined) return 'the pet is no longer listed';
  if (entries.length > 1) return 'the pet is listed several times';
  const { quantity = null, status = null } = entry;
  return { quantity: quantityText(quantity), status: typeof status === 'string' ? status : writeJson(status) };
}

/** Answers the one text for all ways to write an integer (`1e2` is `100`), else the JSON itself. */
export function quantityText(value: JsonValue): string {
  return String(integerOf(value) ?? writeJson(value));
}

function readList({ body, incomplete }: ReceivedAnswer): JsonValue[] | string {
  if (incomplete !== undefined) return `the inventory did not come whole: ${incomplete}`;
  try {
    const list = parseAnswer(new TextDecoder().decode(body));
    return Array.isArray(list) ? list : 'the inventory is no list';
  } catch (error) {
    if (error instanceof JsonError) return 'the inventory is no JSON';
    throw error;
  }
}

function isPet({ petId }: JsonObject, wanted: string): boolean {
  return petId !== undefined && integerOf(petId) === BigInt(wanted);
}
