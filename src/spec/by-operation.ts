import type { QuestionId } from './open-questions.js';
import type { OperationId } from './operations.js';

/** The operations for which a question may have a choice each. */
export const operationsOfQuestion: { readonly [Id in QuestionId]?: readonly OperationId[] } = {
  'malformed-pet-id': ['updateInventory', 'getPet'],
  'extra-body-fields': ['updateInventory', 'sendMessage'],
};

/** One choice for all operations, or one for each. */
export type ByOperation<Choice> = Choice | { readonly [Id in OperationId]?: Choice };

/** Returns the choice for an operation. */
export function choiceAt<Choice extends string | number>(
  choice: ByOperation<Choice>,
  id: OperationId,
): Choice | undefined {
  return typeof choice === 'object' ? choice[id] : choice;
}
