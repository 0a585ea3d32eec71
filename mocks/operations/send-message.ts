import { addFields, errorResponse, type FakeOperation } from './operation.js';

export const sendMessage: FakeOperation = {
  /** Rejects a message without a text (open question `empty-message`). */
  checkBody({ world, body, assumed }) {
    const message = body.message as string;
    if (message.trim() !== '') return undefined;
    assumed.add('empty-message');
    const choice = world.behaviour['empty-message'];
    if (choice === 'accepted' || (choice === '400-if-empty' && message !== '')) return undefined;
    return errorResponse('invalid_request', 'message must not be blank.', { situation: 'field-blank' });
  },
  carryOut({ world, body, nowMs, assumed, extraFields }) {
    assumed.add('message-success-status');
    const sent = world.messages.send(body.message as string, nowMs);
    const status = world.behaviour['message-success-status'];
    return { kind: 'success', status, body: addFields(JSON.stringify(sent), extraFields) };
  },
};
