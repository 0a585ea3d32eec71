import type { OperationEntry } from '../../../src/service/service.js';

/** What the document would say of a sixth operation: `src/service/operations/remove-pet.ts`. */
export const removePet = {
  id: 'removePet',
  area: 'Inventory',
  method: 'DELETE',
  path: '/inventory/{petId}',
  section: '4.2',
  statement: 'removal.answers-204',
  keyStatements: ['removal.answers-401'],
  summary: 'Removes the stock entry of one pet',
  success: '204',
  responses: {
    204: { schema: undefined, description: 'The entry was removed' },
    404: { schema: 'Error', description: 'The requested resource could not be found' },
  },
} as const satisfies OperationEntry;
