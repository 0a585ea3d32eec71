import type { FromSchema } from 'json-schema-to-ts';
import { type DeepReadonly, deepFreeze } from './deep-freeze.js';
import { openQuestions, type QuestionId, questionIds } from './open-questions.js';
import type { OperationError } from './operations.js';

/** One answer for each open question. */
export type Behaviour = {
  readonly [Id in QuestionId]: DeepReadonly<FromSchema<(typeof openQuestions)[Id]['schema']>>;
};

/** Whatever may have a code or a text of its own: a code, a situation, or a situation as one operation refuses it. */
export type ErrorName = keyof (typeof openQuestions)['error-codes']['schema']['properties'];

/** A case of an error for which a deployment may have a code or a text of its own. */
export type ErrorSituation = Extract<Exclude<ErrorName, OperationError>, `${string}-${string}`>;

/** The code names of all errors; what is sent for each is the open question `error-codes`. */
export type ErrorCode = Exclude<ErrorName, ErrorSituation | OperationError>;

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
