import { defineRules } from '../note.js';
import type { OperationRules } from '../rule.js';
import { judgeOperationExists } from './bodies.js';

/** `GET /store/orders` (§4.4). */
export const listOrders: OperationRules = {
  rules: defineRules({ severity: 'implied', class: 'read', operations: ['listOrders'] }, [
    {
      id: 'orders/answers',
      title: 'GET /store/orders exists: it responds with no 404, 405, 410 or 5xx, and with JSON if with a body',
      statements: ['orders.exists', 'service.has-pets-and-store-areas'],
      judge: judgeOperationExists('listOrders', [404, 405, 410]),
    },
  ]),
  observers: { 'order-shape': 'only learning compares fields' },
};
