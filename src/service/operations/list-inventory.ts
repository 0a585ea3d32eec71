import type { JSONSchema } from 'json-schema-to-ts';
import type { QuestionEntries } from '../questions/choices.js';
import { oneOf } from '../questions/choices.js';
import { inventoryItemExample, inventoryItemSchema } from '../schemas.js';
import type { OperationEntry } from '../service.js';

/** §4.1: `GET /inventory`. */
export const listInventory = {
  id: 'listInventory',
  area: 'Inventory',
  method: 'GET',
  path: '/inventory',
  section: '4.1',
  statement: 'inventory.answers-200-with-items',
  keyStatements: ['inventory.answers-401', 'auth.inventory-uses-http-bearer'],
  summary: 'Returns current stock levels for all pets in the store',
  success: '200',
  responses: {
    200: { schema: 'InventoryList', description: 'JSON array of InventoryItem' },
  },
  schemas: { InventoryList: { type: 'array', items: inventoryItemSchema } as const satisfies JSONSchema },
  examples: { InventoryList: [inventoryItemExample, { petId: 43, quantity: 0, status: 'sold' }] },
} as const satisfies OperationEntry;

export const listSentences = {
  '§4.1': {
    'inventory.method-and-path': 'Method and path: `GET /inventory`',
    'inventory.operation-id': 'Operation id: `listInventory`',
    'inventory.returns-current-stock-levels': 'Purpose: returns current stock levels for all pets in the store.',
    'inventory.no-parameters': 'Parameters: none. No query parameters are defined.',
    'inventory.no-request-body': 'Request body: none.',
    'inventory.answers-200-with-items': 'Status: 200; Body: JSON array of InventoryItem',
    'inventory.answers-401': 'Status: 401; Body: Error (missing or invalid API key)',
  },
} as const;

export const listQuestions = {
  'list-order': {
    section: '4.1',
    question: 'What is the order of the list?',
    observable: 'passive',
    choices: 'ascending (by petId), descending',
    ...oneOf('ascending', 'descending'),
  },
} as const satisfies QuestionEntries;
