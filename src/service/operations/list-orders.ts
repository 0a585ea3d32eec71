import type { JSONSchema } from 'json-schema-to-ts';
import { envelope, type QuestionEntries, records } from '../questions/choices.js';
import type { OperationEntry } from '../service.js';

/** §4.4: `GET /store/orders`. */
export const listOrders = {
  id: 'listOrders',
  area: 'Store',
  method: 'GET',
  path: '/store/orders',
  section: '4.4',
  statement: 'orders.exists',
  summary: 'Lists the orders',
  responses: {
    200: { schema: 'OrderList', description: 'The orders' },
  },
  schemas: {
    /** Neither their fields nor their envelope are shown by the document (open question `order-shape`). */
    OrderList: { description: 'The orders. The document does not show their shape.' } as const satisfies JSONSchema,
  },
} as const satisfies OperationEntry;

export const orderSentences = {
  '§4.4': {
    'orders.exists': '`GET /store/orders`: exists.',
  },
} as const;

export const orderQuestions = {
  'order-shape': {
    section: '4.4',
    question: 'Which fields does an order have?',
    observable: 'passive',
    choices:
      'default (id, petId, quantity, placedAt, status), {"records": […]} (examples, given word for word; none: the list is empty), either in the field of an object that "envelope" names',
    schema: {
      anyOf: [
        { const: 'default' },
        {
          type: 'object',
          minProperties: 1,
          properties: {
            records,
            envelope: { ...envelope, description: 'in which field the orders stand, and what stands beside them' },
          },
          additionalProperties: false,
        },
      ],
    },
    default: 'default',
  },
} as const satisfies QuestionEntries;
