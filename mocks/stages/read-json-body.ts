import { isJsonObject, type JsonValue } from '../../src/json/json-value.js';
import { JsonError, type JsonRules, parseJson } from '../../src/json/parse-json.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';
/** Levels that can be read without running out of stack, in a page as well. */
const DEEPEST = 1_500;
const questionOfRule: Readonly<Partial<Record<keyof JsonRules, QuestionId>>> = {
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
    return takeObject(call, parseBody(call, text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const question = error.rule && questionOfRule[error.rule];
    const assumed = question === undefined ? [] : [question];
    const situation = call.request.body.length === 0 ? 'body-empty' : 'body-malformed';
    return refuse('invalid_request', `The body is refused: ${error.message}.`, { situation, assumed });
  }
}

function parseBody({ world, assumed }: Call, text: string): JsonValue {
  const limit = world.behaviour['nesting-limit'];
  const maxDepth = limit === 'none' ? DEEPEST : limit;
  try {
    return parseJson(text, { maxDepth });
  } catch (error) {
    const isRepeat = error instanceof JsonError && error.rule === 'duplicateKeys';
    if (!isRepeat || world.behaviour['duplicate-keys'] === 400) throw error;
    assumed.add('duplicate-keys');
    return parseJson(text, { maxDepth, duplicateKeys: 'last-wins' });
  }
}

function decode({ request, world, assumed }: Call): string | Refusal {
  let text: string;
  try {
    text = decoder.decode(request.body as Uint8Array);
  } catch {
    return refuse('invalid_request', 'The body is not UTF-8.', { situation: 'body-malformed' });
  }
  if (!text.startsWith(BYTE_ORDER_MARK)) return text;
  assumed.add('byte-order-mark');
  if (world.behaviour['byte-order-mark'] === 'ignored') return text.slice(1);
  return refuse('invalid_request', 'The body begins with a byte order mark.', { situation: 'body-malformed' });
}

function takeObject(call: Call, value: JsonValue): Refusal | undefined {
  if (!isJsonObject(value)) {
    return refuse('invalid_request', 'The body must be a JSON object.', { situation: 'body-no-object' });
  }
  const isNested = Object.values(value).some((item) => Array.isArray(item) || isJsonObject(item));
  if (isNested) call.assumed.add('nesting-limit');
  call.body = value;
  return undefined;
}
