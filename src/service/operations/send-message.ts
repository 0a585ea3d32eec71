import { openObject } from '../../json/schema-builders.js';
import { oneOf, type QuestionEntries } from '../questions/choices.js';
import type { OperationEntry } from '../service.js';

/** §4.3: `POST /messages`. */
export const sendMessage = {
  id: 'sendMessage',
  area: 'Messages',
  method: 'POST',
  path: '/messages',
  address: 'messages',
  section: '4.3',
  statement: 'messages.answers-with-message',
  keyStatements: ['messages.answers-401', 'messages.request-headers'],
  summary: 'Queues a message',
  description:
    'Method and path: `POST /messages`, on an address written {messages_base_url}. A `status` of `queued` means the request was only queued. The document names no status of success.',
  rateLimitQuestion: 'messages-rate-limited',
  requestSchema: 'MessageRequest',
  requestExample: { message: 'Hello from the quickstart' },
  contentTypeQuestion: 'message-content-type',
  requiresContentType: true,
  success: '2xx',
  responses: {
    200: { schema: 'Message', description: 'The message was queued' },
    400: { schema: 'Error', description: 'Invalid JSON, missing `message`, or missing content type header' },
  },
  schemas: {
    MessageRequest: openObject({ message: { type: 'string', description: 'The text to send' } }),
    Message: openObject({
      id: { type: 'string', description: 'Identifier of the message' },
      message: { type: 'string', description: 'The text that was sent' },
      status: { type: 'string', description: 'Processing state; the value `queued` is shown', examples: ['queued'] },
      createdAt: { type: 'string', description: 'Creation time, an ISO 8601 timestamp' },
    }),
  },
  examples: {
    MessageRequest: { message: 'Hello from the quickstart' },
    Message: {
      id: 'msg_1',
      message: 'Hello from the quickstart',
      status: 'queued',
      createdAt: '2026-01-31T09:30:00.000Z',
    },
  },
} as const satisfies OperationEntry;

export const messageSentences = {
  '§2.5': {
    'message-body.id': 'Field: id; Type: string; Meaning: Identifier of the message',
    'message-body.message': 'Field: message; Type: string; Meaning: The text that was sent',
    'message-body.status': 'Field: status; Type: string; Meaning: Processing state; the value `queued` is shown',
    'message-body.created-at': 'Field: createdAt; Type: string, ISO 8601 timestamp; Meaning: Creation time',
  },
  '§4.3': {
    'messages.method-and-path': 'Method and path: `POST /messages`, on an address written {messages_base_url}.',
    'messages.request-headers':
      'Request headers: `Authorization: Bearer <API_KEY>` and `Content-Type: application/json`.',
    'messages.request-body': 'Request body: object with the field `message` (string, required).',
    'messages.answers-with-message': 'Success response: Message object (section 2.5).',
    'messages.answers-400': 'Error 400: invalid JSON, missing `message`, or missing content type header.',
    'messages.answers-401': 'Error 401: API key absent or invalid.',
    'messages.queued-is-only-queued': 'A `status` of `queued` means the request was only queued.',
  },
} as const;

export const messageQuestions = {
  'message-content-type': {
    section: '4.3',
    question: 'What does a message of another content type get? (Without one it gets 400.)',
    observable: 'write',
    choices: '400, 415, ignored',
    ...oneOf(400, 415, 'ignored'),
  },
  'empty-message': {
    section: '4.3',
    question: 'What does a `message` that is empty, or of blanks alone, get?',
    observable: 'write',
    choices: 'accepted, 400 (both), 400-if-empty (blanks are accepted)',
    ...oneOf('accepted', 400, '400-if-empty'),
  },
  'message-success-status': {
    section: '4.3',
    question: 'Which status code does a sent message get?',
    observable: 'write',
    choices: '200, 201, 202',
    ...oneOf(200, 201, 202),
  },
  'messages-base-url': {
    section: '4.3',
    question: 'Where does POST /messages live?',
    observable: 'never',
    choices: 'same (the base URL), any other http(s) URL without a query',
    schema: { anyOf: [{ const: 'same' }, { type: 'string', pattern: '^https?://[^/?#]+(/[^?#]*)?$' }] },
    default: 'same',
  },
  'messages-rate-limited': {
    section: '8.1',
    question: 'Does POST /messages carry the rate-limit headers and use quota?',
    observable: 'write',
    choices: 'true, false',
    schema: { type: 'boolean' },
    default: true,
  },
} as const satisfies QuestionEntries;
