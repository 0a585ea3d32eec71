import { errorCatalogue } from './error-catalogue.js';
import { operations } from './operations.js';
import type { ErrorBody, InventoryItem, InventoryUpdate, Message, MessageRequest } from './schemas.js';

const item: InventoryItem = { petId: 42, quantity: 12, status: 'available' };
const update: InventoryUpdate = { quantity: 12 };
const request: MessageRequest = { message: 'Hello from the quickstart' };
const message: Message = {
  id: 'msg_1',
  message: request.message,
  status: 'queued',
  createdAt: '2026-01-31T09:30:00.000Z',
};

/** A body of each shape that the document shows, by the name of its schema; errors by `Error` and their status, such as `Error404`. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  InventoryItem: item,
  InventoryList: [item, { petId: 43, quantity: 0, status: 'sold' } satisfies InventoryItem],
  InventoryUpdate: update,
  MessageRequest: request,
  Message: message,
  ...errorExamples(),
};

/** The codes are the fake's (open question `error-codes`). */
function errorExamples(): Record<string, ErrorBody> {
  const documented = new Set(Object.values(operations).flatMap(({ responses }) => Object.keys(responses).map(Number)));
  const examples: Record<string, ErrorBody> = {};
  for (const [code, { status, title }] of Object.entries(errorCatalogue)) {
    if (documented.has(status)) examples[`Error${status}`] ??= { code, message: title, status };
  }
  return examples;
}
