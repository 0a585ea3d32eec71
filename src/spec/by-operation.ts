import type { QuestionId } from './open-questions.js';
import type { OperationId } from './operations.js';

/** The operations for which a question may have a choice each. */
export const operationsOfQuestion: { readonly [Id in QuestionId]?: readonly OperationId[] } = {
  'malformed-pet-id': ['updateInventory', 'getPet'],
  'extra-body-fields': ['updateInventory', 'sendMessage'],
  'duplicate-keys': ['updateInventory', 'sendMessage'],
  'byte-order-mark': ['updateInventory', 'sendMessage'],
  'nesting-limit': ['updateInventory', 'sendMessage'],
  'body-limit': ['updateInventory', 'sendMessage'],
};

/** One choice for all operations, or one for each. */
export type ByOperation<Choice> = Choice | { readonly [Id in OperationId]?: Choice };

/** Returns the largest number of all operations. */
export function largestOf(choice: ByOperation<number>): number {
  return typeof choice === 'object' ? Math.max(...Object.values(choice)) : choice;
}

/** Returns the choice for an operation. */
export function choiceAt<Choice extends string | number>(
  choice: ByOperation<Choice>,
  id: OperationId,
): Choice | undefined {
  return typeof choice === 'object' ? choice[id] : choice;
}
