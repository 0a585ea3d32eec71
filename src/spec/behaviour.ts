import type { FromSchema } from 'json-schema-to-ts';
import { type DeepReadonly, deepFreeze } from './deep-freeze.js';
import { openQuestions, type QuestionId, questionIds } from './open-questions.js';
import type { OperationError } from './operations.js';

/** One choice for each open question. */
export type Behaviour = {
  readonly [Id in QuestionId]: DeepReadonly<FromSchema<(typeof openQuestions)[Id]['schema']>>;
};

/** An error that may have its own code or text: a code, a situation, or a situation at one operation. */
export type ErrorName = keyof (typeof openQuestions)['error-codes']['schema']['properties'];

/** A case of an error for which a deployment may have its own code or text. */
export type ErrorSituation = Extract<Exclude<ErrorName, OperationError>, `${string}-${string}`>;

/** The names of all error codes; the values that are sent are the open question `error-codes`. */
export type ErrorCode = Exclude<ErrorName, ErrorSituation | OperationError>;

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
