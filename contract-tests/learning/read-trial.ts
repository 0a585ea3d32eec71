import { integerOf } from '../../src/json/exact-number.js';
import { isJsonObject } from '../../src/json/json-value.js';
import { JsonError } from '../../src/json/parse-json.js';
import { parseAnswer } from '../../src/judge/parse-answer.js';
import type { Exchange } from '../../src/transcript/exchange.js';

/**
 * Reads the answer to an update: `accepted` with the quantity that was sent, or `refused` with the status that a bound is refused
 * with; undefined where it is neither, and nothing can be concluded from it.
 */
export function readTrial(
  exchange: Exchange | undefined,
  quantity: string,
  refusal: number,
): 'accepted' | 'refused' | undefined {
  const status = exchange?.answer?.status;
  if (status === refusal) return 'refused';
  return status === 200 && quantityIn(exchange) === BigInt(quantity) ? 'accepted' : undefined;
}

function quantityIn(exchange: Exchange | undefined): bigint | undefined {
  const body = exchange?.answer?.body;
  if (body?.kind !== 'text') return undefined;
  try {
    const value = parseAnswer(body.text);
    return isJsonObject(value) ? integerOf(value.quantity) : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
