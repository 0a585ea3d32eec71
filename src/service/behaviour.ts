import type { FromSchema } from 'json-schema-to-ts';
import { parseTimestamp } from '../json/dates.js';
import { type DeepReadonly, deepFreeze } from '../json/deep-freeze.js';
import { InputError, requireText } from '../json/input-error.js';
import { JsonError, type JsonObject, parseJson, withoutSchema } from '../json/json.js';
import { parseUrl } from '../json/parse-url.js';
import { openQuestions, type QuestionId, questionIds } from './questions/open-questions.js';
import { findOrderProblem, orderOf } from './questions/order-of-checks.js';
import { findViolation, withoutExactNumbers as plain, type SchemaViolation } from './validate.js';

/** One choice for each open question. */
export type Behaviour = {
  readonly [Id in QuestionId]: DeepReadonly<FromSchema<(typeof openQuestions)[Id]['schema']>>;
};

/** The default choices. */
export const defaultBehaviour = deepFreeze(
  Object.fromEntries(questionIds.map((id) => [id, openQuestions[id].default])),
) as unknown as Behaviour;

export const behaviourSchema = {
  type: 'object',
  properties: Object.fromEntries(questionIds.map((id) => [id, openQuestions[id].schema])),
  additionalProperties: false,
} as const;

/** Choices for some of the open questions. */
export type PartialBehaviour = { readonly [Id in QuestionId]?: Behaviour[Id] };

/** Parses a behaviour. Throws an InputError that names the question, the problem, and a valid choice. */
export function parseBehaviour(text: string, name: string): PartialBehaviour {
  requireText(`Reading the behaviour ${name}`, text);
  try {
    const value = withoutSchema(parseJson(text));
    const violation = findViolation(behaviourSchema, value) ?? findContradiction(value as PartialBehaviour);
    if (violation !== undefined) throw behaviourError(name, violation);
    return plainChoices(value as JsonObject);
  } catch (error) {
    if (error instanceof JsonError)
      throw behaviourError(name, { pointer: '', problem: `is not JSON: ${error.message}` });
    throw error;
  }
}

/** Example records keep their numbers; in every other choice `1e2` is 100. */
function plainChoices(value: JsonObject): PartialBehaviour {
  const isExact = (id: string) => id === 'pet-shape' || id === 'order-shape';
  return Object.fromEntries(Object.entries(value).map(([id, choice]) => [id, isExact(id) ? choice : plain(choice)]));
}

function findContradiction(behaviour: PartialBehaviour): SchemaViolation | undefined {
  const order = behaviour['order-of-checks'];
  const problem = order && findOrderProblem(orderOf(order));
  if (problem !== undefined) return { pointer: '/order-of-checks', problem };
  const range = behaviour['quantity-range'];
  if (range !== undefined && range.minimum > range.maximum) {
    return { pointer: '/quantity-range', problem: 'has a minimum above its maximum' };
  }
  const dates = behaviour['sunset-date'];
  if (dates !== undefined && !isInOrder(parseTimestamp(dates.deprecatedSince), parseTimestamp(dates.sunset))) {
    return { pointer: '/sunset-date', problem: 'needs two dates that exist, the sunset not before the deprecation' };
  }
  const messages = behaviour['messages-base-url'] ?? 'same';
  if (messages !== 'same' && parseUrl(messages) === undefined)
    return { pointer: '/messages-base-url', problem: 'is not a URL' };
  return undefined;
}

function isInOrder(earlier: number | undefined, later: number | undefined): boolean {
  return earlier !== undefined && later !== undefined && earlier <= later;
}

function behaviourError(name: string, { pointer, problem }: SchemaViolation): InputError {
  const id = questionIds.find((candidate) => pointer === `/${candidate}` || pointer.startsWith(`/${candidate}/`));
  const example = id ?? 'retry-after-format';
  const remedy = `Try {"${example}": ${JSON.stringify(openQuestions[example].default)}}`;
  const rest =
    id === undefined ? '; the questions are in docs/open-questions.md.' : ` (choices: ${openQuestions[id].choices}).`;
  return new InputError(`Reading the behaviour ${name}`, `${pointer || 'it'} ${problem}`, remedy + rest);
}
