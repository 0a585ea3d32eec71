import { object, openObject } from '../../json/schema-builders.js';
import type { QuestionEntries } from '../questions/choices.js';
import { inventoryItemExample } from '../schemas.js';
import type { OperationEntry } from '../service.js';

const treatment = { enum: [400, 415, 'ignored'] } as const;

/** §4.2: `PATCH /inventory/{petId}`. */
export const updateInventory = {
  id: 'updateInventory',
  area: 'Inventory',
  method: 'PATCH',
  path: '/inventory/{petId}',
  section: '4.2',
  statement: 'update.answers-200-with-updated-item',
  keyStatements: ['update.answers-401', 'auth.inventory-uses-http-bearer'],
  summary: 'Sets the stock quantity of one pet',
  description:
    'The update records new arrivals, returns or manual adjustments. Stability: experimental. The request shape may change before the operation is stable.',
  stability: 'experimental',
  requestSchema: 'InventoryUpdate',
  requestExample: { quantity: 12 },
  contentTypeQuestion: 'update-content-type',
  success: '200',
  responses: {
    200: { schema: 'InventoryItem', description: 'The updated entry' },
    400: { schema: 'Error', description: 'Body missing required fields or containing invalid values' },
    404: { schema: 'Error', description: 'The requested resource could not be found' },
  },
  schemas: { InventoryUpdate: openObject({ quantity: { type: 'integer', description: 'The new stock count' } }) },
  examples: { InventoryItem: inventoryItemExample, InventoryUpdate: { quantity: 12 } },
} as const satisfies OperationEntry;

export const updateSentences = {
  '§2.3': {
    'inventory-update.quantity': 'Field: quantity; Type: integer; Required: yes; Meaning: The new stock count',
  },
  '§4.2': {
    'update.method-and-path': 'Method and path: `PATCH /inventory/{petId}`',
    'update.operation-id': 'Operation id: `updateInventory`',
    'update.is-experimental': 'Stability: experimental. The request shape may change before the operation is stable.',
    'update.sets-quantity':
      'Purpose: sets the stock quantity of one pet, for new arrivals, returns or manual adjustments.',
    'update.pet-id-parameter':
      'Name: petId; Type: integer; Format: int64; Required: yes; Meaning: Id of the pet whose stock is updated',
    'update.request-body': 'Request body: InventoryUpdate (required body; `quantity` required).',
    'update.answers-200-with-updated-item': 'Status: 200; Body: InventoryItem (the updated entry); Condition: Success',
    'update.answers-400':
      'Status: 400; Body: Error; Condition: Body missing required fields or containing invalid values',
    'update.answers-401': 'Status: 401; Body: Error; Condition: API key missing or invalid',
    'update.answers-404': 'Status: 404; Body: Error; Condition: The requested resource could not be found',
  },
} as const;

const safeInteger = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

export const updateQuestions = {
  'quantity-range': {
    section: '2.3',
    question: 'What are the bounds of quantity?',
    observable: 'write',
    choices: '−(2^53−1) to 2^53−1, any narrower range; outside it: 400, never rounded',
    schema: object({ minimum: safeInteger, maximum: safeInteger }),
    default: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  },
  'update-content-type': {
    section: '4.2',
    question: 'What does a PATCH without a content type, or with another one, get?',
    observable: 'write',
    choices: '400, 415, ignored, {"missing": 400, "wrong": 415} (without a content type, and with another one)',
    schema: { anyOf: [treatment, object({ missing: treatment, wrong: treatment })] },
    default: 400,
  },
} as const satisfies QuestionEntries;
