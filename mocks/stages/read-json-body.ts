import { isJsonObject, type JsonObject } from '../../src/json/json-value.js';
import { JsonError, type JsonRules, parseJson } from '../../src/json/parse-json.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import type { Call } from '../call.js';
import { type Refusal, refuse } from '../refusal.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';
const questionOfRule: Readonly<Record<keyof JsonRules, QuestionId>> = {
  maxDepth: 'nesting-limit',
  duplicateKeys: 'duplicate-keys',
};

/** Reads the body as a JSON object in UTF-8, or refuses it (§4.2, §4.3). */
export function readJsonBody(call: Call): Refusal | undefined {
  const { operation } = call.route;
  if (operation?.requestSchema === undefined) return undefined;
  const text = decode(call);
  if (typeof text !== 'string') return text;
  try {
    const value = parseJson(text, {
      maxDepth: call.world.behaviour['nesting-limit'],
      duplicateKeys: call.world.behaviour['duplicate-keys'] === 'last-wins' ? 'last-wins' : 'refuse',
    });
    return takeObject(call, value);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const assumed = error.rule === undefined ? [] : [questionOfRule[error.rule]];
    return refuse('invalid_request', `The body is refused: ${error.message}.`, { assumed });
  }
}

function decode({ request, world }: Call): string | Refusal {
  let text: string;
  try {
    text = decoder.decode(request.body as Uint8Array);
  } catch {
    return refuse('invalid_request', 'The body is not UTF-8.');
  }
  if (!text.startsWith(BYTE_ORDER_MARK)) return text;
  if (world.behaviour['byte-order-mark'] === 'ignored') return text.slice(1);
  return refuse('invalid_request', 'The body begins with a byte order mark.', { assumed: ['byte-order-mark'] });
}

function takeObject(call: Call, value: ReturnType<typeof parseJson>): Refusal | undefined {
  if (!isJsonObject(value)) return refuse('invalid_request', 'The body must be a JSON object.');
  call.body = value as JsonObject;
  return undefined;
}
