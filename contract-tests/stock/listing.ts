import { integerOf } from '../../src/json/exact-number.js';
import { isJsonObject, type JsonValue } from '../../src/json/json-value.js';
import { JsonError } from '../../src/json/parse-json.js';
import { parseAnswer } from '../../src/judge/parse-answer.js';
import { isInt64 } from '../../src/spec/int64.js';
import { type Exchange, headerOf } from '../../src/transcript/exchange.js';

/** What the list tells of one pet: canonical integers as texts. */
export interface StockEntry {
  readonly petId: string;
  readonly quantity: string;
  readonly status: string;
}

export type Listing = readonly StockEntry[];

/** Answers the sound entries of a list that came with 200; undefined when an answer is no such list, or an old one out of a cache. */
export function readListing({ request, answer }: Exchange): Listing | undefined {
  const isList = request.method === 'GET' && request.url.endsWith('/inventory') && answer?.status === 200;
  if (!isList || answer.body.kind !== 'text' || Number(headerOf(answer.headers, 'age') ?? 0) > 0) return undefined;
  try {
    const value = parseAnswer(answer.body.text);
    return Array.isArray(value) ? value.flatMap(readEntry) : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function readEntry(item: JsonValue): StockEntry[] {
  if (!isJsonObject(item)) return [];
  const petId = integerOf(item.petId);
  const quantity = integerOf(item.quantity);
  if (petId === undefined || quantity === undefined || !isInt64(petId) || typeof item.status !== 'string') return [];
  return [{ petId: String(petId), quantity: String(quantity), status: item.status }];
}
