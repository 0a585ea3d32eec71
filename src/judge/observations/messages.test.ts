import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { ExchangeInit } from '../../../tests/recorded.js';
import { formatOfIds, formOfMoments } from './messages.js';

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
  ['message-type-check', sent({ sends: '{"message":5}', status: 400 }), 400],
  ['message-type-check', sent({ sends: '{"message":5}', body: { ...body, message: '5' } }), 'accepted-as-text'],
  ['message-type-check', sent({ sends: '{"message":5}', body: { ...body, message: 5 } }), undefined],
  ['message-type-check', sent({ sends: '{}', status: 400 }), undefined],
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

it.each([
  ['2026-01-31T09:30:00.000Z', ['2026-11-21T12:00:05.120Z', '2026-11-21T12:00:06.007Z']],
  ['2026-01-31T09:30:00Z', ['2026-11-21T12:00:05Z']],
  ['2026-01-31T09:30:00.000000000Z', ['2026-11-21T12:00:05.12Z', '2026-11-21T12:00:05.120456789Z']],
  ['2026-01-31T09:30:00.000Z', ['2026-11-21T12:00:05Z', '2026-11-21T12:00:05.120Z']],
  ['20260131T093000,000+0000', ['20261121T120005,120+0000']],
  ['2026-01-31T09:30:00-05:30', ['2026-11-21T06:30:05-05:30']],
  ['2026-01-31T09:30:00', ['2026-11-21T06:30:05']],
])('finds %s', (form, texts) => {
  expect(formOfMoments(texts)).toBe(form);
});

it.each([
  ['the day does not exist', ['2026-02-31T12:00:05Z']],
  ['it is only a date', ['2026-11-21']],
  ['it is half basic', ['20261121T12:00:05Z']],
  ['there are no seconds', ['2026-11-21T12:00Z']],
  ['one has an offset and one has none', ['2026-11-21T12:00:05Z', '2026-11-21T12:00:05']],
  ['one has a comma and one a point', ['2026-11-21T12:00:05.1Z', '2026-11-21T12:00:05,1Z']],
  ['there are no values', []],
])('finds nothing if %s', (_, texts) => {
  expect(formOfMoments(texts)).toBeUndefined();
});

const MS = Date.UTC(2026, 10, 21, 12);
const of = (...ids: readonly string[]) => formatOfIds(ids.map((id) => ({ id, ms: MS })));

it.each([
  [{ characters: 'uuid' }, ['3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b']],
  ['uri', ['https://api.example.test/v1/messages/1']],
  [{ characters: 'number' }, ['998', '1004']],
  [{ prefix: 'msg-', characters: 'number' }, ['msg-1', 'msg-2', 'msg-3']],
  [{ prefix: 'msg_', characters: 'ulid' }, ['A0', 'B7', 'C8'].map((end) => `msg_01M7YZK0C0BHMX1T2B3J00YG${end}`)],
  [{ characters: 'digits', length: 18 }, ['456908031541000003', '640916663100000006']],
  [{ characters: 'hex', length: 24 }, ['c8ae0d1519715fde400f4243', 'd60f19aa5210e702b51e8486']],
  [{ characters: 'HEX', length: 12 }, ['C8AE0D151971', 'D60F19AA5210']],
  [{ characters: 'base36', length: 10 }, ['k2z9x0c3v1', '0a1s2d3f4h', 'q9w8e7r6t5']],
  [{ characters: 'base62', length: 10 }, ['nR6V004c95', 'rO0W008oia', 'kU7T00Cn1x']],
  [{ characters: 'base64url', length: 21 }, ['nR6_2Q4n7Bt6l_S003Q93', 'rO0-7DGGla41Vt2007Ei6']],
  [
    { prefix: 'm_', characters: 'uuid' },
    ['a', 'b', 'c'].map((digit) => `m_3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5${digit}`),
  ],
])('finds %j', (format, ids) => {
  expect(of(...ids)).toEqual(format);
});

it.each([
  ['there is only one', ['c8ae0d1519715fde400f4243']],
  ['two begin with the same word, which may be a customer', ['acme_c8ae0d1519715fde', 'acme_d60f19aa5210e702']],
  ['lengths differ', ['c8ae0d1519715fde400f4243', 'd60f19aa5210e702b5']],
  ['they are too short', ['c8ae0d15', 'd60f19aa']],
  ['numbers do not rise', ['1004', '998']],
  ['numbers lie far apart, and may be drawn', ['12345678', '67891234']],
  ['numbers are long, and may have been counted', ['1000456789', '00456']],
  ['they are words', ['first-of-the-messages', 'other-of-the-messages']],
  ['they contain other characters', ['2026/11/21/message/000123', '2026/11/21/message/000124']],
  ['there are no values', []],
])('finds nothing if %s', (_, ids) => {
  expect(of(...ids)).toBeUndefined();
});

it('recognises a ULID only if its time is that of the message', () => {
  const ids = ['A0', 'B7'].map((end) => `01M7YZK0C0BHMX1T2B3J00YG${end}`);
  expect(of(...ids)).toEqual({ characters: 'ulid' });
  expect(formatOfIds(ids.map((id) => ({ id, ms: 0 })))).toEqual({ characters: 'BASE36', length: 26 });
});

it('stores no prefix that is not common to all ids', () => {
  expect(of('msg_c8ae0d1519', 'msg_d60f19aa52', 'out_e702b51e84')).toBeUndefined();
});
