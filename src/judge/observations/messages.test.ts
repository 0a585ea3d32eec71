import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { Told } from '../../../tests/recorded.js';

const body = { id: 'm-1', message: 'Hello', status: 'queued', createdAt: '2026-11-21T12:00:00Z' };
const sent = (changes: Told = {}): Told => ({
  method: 'POST',
  path: '/messages',
  sends: '{"message":"Hello"}',
  body: (changes.status ?? 200) < 300 ? body : undefined,
  ...changes,
});
const bare = { 'X-RateLimit-Limit': undefined, 'X-RateLimit-Remaining': undefined, 'X-RateLimit-Reset': undefined };

it.each([
  ['message-success-status', sent(), 200],
  ['message-success-status', sent({ status: 202 }), 202],
  ['message-success-status', sent({ status: 203 }), undefined],
  ['message-success-status', sent({ status: 429 }), undefined],
  ['message-type-check', sent({ sends: '{"message":5}', status: 400 }), 400],
  ['message-type-check', sent({ sends: '{"message":5}', body: { ...body, message: '5' } }), 'accepted-as-text'],
  ['message-type-check', sent({ sends: '{"message":5}', body: { ...body, message: 5 } }), undefined],
  ['message-type-check', sent({ sends: '{}', status: 400 }), undefined],
  ['messages-rate-limited', sent(), true],
  ['messages-rate-limited', sent({ headers: bare }), false],
  ['messages-rate-limited', sent({ headers: { ...bare, 'X-RateLimit-Limit': '60' } }), undefined],
] as const)('%s: %j gives %s', (question, told, answer) => {
  expect(observed(question, [told]).answer).toBe(answer);
});
