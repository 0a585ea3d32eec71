import type { FromSchema } from 'json-schema-to-ts';
import { type DeepReadonly, deepFreeze } from './deep-freeze.js';
import { openQuestions, type QuestionId, questionIds } from './open-questions.js';

/** One answer for each open question. */
export type Behaviour = {
  readonly [Id in QuestionId]: DeepReadonly<FromSchema<(typeof openQuestions)[Id]['schema']>>;
};

/** The code names of all errors; what is sent for each is the open question `error-codes`. */
export type ErrorCode = keyof (typeof openQuestions)['error-codes']['schema']['properties'];

/** What the fake does where nothing else was asked. */
export const defaultBehaviour = deepFreeze(
  Object.fromEntries(questionIds.map((id) => [id, openQuestions[id].default])),
) as unknown as Behaviour;

/** JSON Schema of a partial behaviour, as a file or an option gives it. */
export const behaviourSchema = {
  type: 'object',
  properties: Object.fromEntries(questionIds.map((id) => [id, openQuestions[id].schema])),
  additionalProperties: false,
} as const;
