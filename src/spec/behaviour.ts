import type { FromSchema } from 'json-schema-to-ts';
import { type DeepReadonly, deepFreeze } from './deep-freeze.js';
import { openQuestions, type QuestionId, questionIds } from './open-questions.js';

/** One choice for each open question. */
export type Behaviour = {
  readonly [Id in QuestionId]: DeepReadonly<FromSchema<(typeof openQuestions)[Id]['schema']>>;
};

/** The default choices. */
export const defaultBehaviour = deepFreeze(
  Object.fromEntries(questionIds.map((id) => [id, openQuestions[id].default])),
) as unknown as Behaviour;

/** JSON Schema of a partial behaviour in a file or an option. */
export const behaviourSchema = {
  type: 'object',
  properties: Object.fromEntries(questionIds.map((id) => [id, openQuestions[id].schema])),
  additionalProperties: false,
} as const;
