import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { ExchangeInit } from '../../../tests/recorded.js';

const body = { id: 'm-1', message: 'Hello', status: 'queued', createdAt: '2026-11-21T12:00:00Z' };
const sent = (changes: ExchangeInit = {}): ExchangeInit => ({
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
  ['messages-rate-limited', sent(), true],
  ['messages-rate-limited', sent({ headers: bare }), false],
  ['messages-rate-limited', sent({ headers: { ...bare, 'X-RateLimit-Limit': '60' } }), undefined],
] as const)('%s: %j leads to %s', (question, told, response) => {
  expect(observed(question, [told]).choice).toBe(response);
});

const empty = (status: number) => sent({ sends: '{"message":""}', status });
const blank = (status: number) => sent({ sends: '{"message":" \\t"}', status });

it.each([
  ['accepts an empty one', [empty(200)], 'accepted'],
  ['rejects an empty one', [empty(400)], 400],
  ['rejects a blank one', [blank(400)], 400],
  ['rejects both', [empty(400), blank(400)], 400],
  ['rejects an empty one and accepts a blank one', [empty(400), blank(202)], '400-if-empty'],
  ['accepts a blank one', [blank(200)], undefined],
  ['accepts only the empty one', [empty(200), blank(400)], undefined],
  ['rejects an empty one by another status', [empty(422)], undefined],
  ['accepts some empty ones', [empty(200), empty(400)], undefined],
  ['was sent none', [sent()], undefined],
])('empty-message: a service that %s', (_, told, choice) => {
  expect(observed('empty-message', told).choice).toBe(choice);
});
