import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey, recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence, judgeRule, type Verdict } from '../judge.js';
import { rules } from './index.js';

const judged = (id: string, ...told: ExchangeInit[]) => judgedBy([...rules, ...rules], id, told);
const TEXT = 'Grüße, „Rex“ 🐶  \\ " \u0000 e\u0301';
const message = (fields: Readonly<Record<string, unknown>> = {}, text = TEXT): ExchangeInit => ({
  method: 'POST',
  path: '/messages',
  sends: JSON.stringify({ message: text }),
  body: { id: 'm-1', message: text, status: 'queued', createdAt: '2026-11-21T12:00:00Z', ...fields },
});
const rejected = (sends: string, status: number | null): ExchangeInit => ({
  method: 'POST',
  path: '/messages',
  sends,
  status,
});
const fieldRules = ['messages/answer', 'messages/queued', 'messages/echo', 'messages/created-at'];

it.each(fieldRules)('%s accepts a queued message, with any 2xx and extra fields', (id) => {
  for (const status of [200, 201, 202]) {
    expect(judged(id, { ...message({ to: 'all' }), status }).outcome).toBe('pass');
  }
});

it.each([
  ['messages/answer', { id: 1 }, '/id'],
  ['messages/answer', { message: undefined }, '/message'],
  ['messages/answer', { status: null }, '/status'],
  ['messages/answer', { createdAt: 1795262400 }, '/createdAt'],
  ['messages/queued', { status: 'sent' }, '/status'],
  ['messages/queued', { status: 'Queued' }, '/status'],
  ['messages/echo', { message: TEXT.normalize('NFC') }, '/message'],
  ['messages/echo', { message: TEXT.trim().replace('  ', ' ') }, '/message'],
  ['messages/echo', { message: TEXT.slice(0, -1) }, '/message'],
  ['messages/echo', { message: `${TEXT} ` }, '/message'],
  ['messages/created-at', { createdAt: '1795262400' }, '/createdAt'],
  ['messages/created-at', { createdAt: 'Sat, 21 Nov 2026 12:00:00 GMT' }, '/createdAt'],
  ['messages/created-at', { createdAt: '1970-01-01T00:00:00Z' }, '/createdAt'],
  ['messages/created-at', { createdAt: '2026-11-21T13:00:00Z' }, '/createdAt'],
  ['messages/created-at', { createdAt: '2026-11-21T12:00:00+01:00' }, '/createdAt'],
  ['messages/created-at', { createdAt: '2026-11-20T12:00:00' }, '/createdAt'],
  ['messages/answer', { id: ' ' }, '/id'],
])('%s finds %j', (id, fields, pointer) => {
  expect(judged(id, message(fields)).findings).toMatchObject([{ exchange: 1, pointer }]);
});

it.each(['20261121T120000Z', '2026-W47-6T12:00:00+01', '2026-325', '2026-11-21T23:59:59', '2026-11-21T12:10:00Z'])(
  'accepts createdAt %s',
  (createdAt) => {
    expect(judged('messages/created-at', message({ createdAt })).outcome).toBe('pass');
  },
);

it.each(['', 'ok', [], null])('finds the response %j to a message', (body) => {
  expect(judged('messages/answer', { ...message(), body: body ?? 'null' }).outcome).toBe('violation');
});

it('finds a valid message that is rejected, unless its text may be too long or empty', () => {
  expect(judged('messages/answer', rejected('{"message":"Hello"}', 400)).outcome).toBe('violation');
  expect(judged('messages/answer', rejected('{"message":" "}', 400)).outcome).toBe('inconclusive');
  const long = JSON.stringify({ message: 'x'.repeat(1_000) });
  expect(judged('messages/answer', rejected(long, 400)).outcome).toBe('inconclusive');
});

it.each([401, 403, 404, 405, 429, 500, null])('is inconclusive about a message that got %s', (status) => {
  for (const id of fieldRules) expect(judged(id, rejected('{"message":"Hello"}', status)).outcome).toBe('inconclusive');
});

it('finds one id for two messages', () => {
  expect(judged('messages/unique-ids', message(), message({}, 'Another')).findings).toMatchObject([
    { exchange: 2, related: [1], pointer: '/id' },
  ]);
});

it('expects an id for each message; in a recording, a repeated one may be a client that tries again', () => {
  expect(judged('messages/unique-ids', message(), message({ id: 'm-2' }, 'Another')).outcome).toBe('pass');
  expect(judged('messages/unique-ids', message(), message()).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  const inRecording = judgedBy(rules, 'messages/unique-ids', [message(), message()], { level: undefined });
  expect(inRecording.outcome).toBe('inconclusive');
  expect(judged('messages/unique-ids', message(), rejected('{"message":"Hello"}', 429)).outcome).toBe('inconclusive');
});

it.each([
  ['malformed-json', '{"message":'],
  ['missing-message', '{}'],
  ['missing-message', '{"text":"Hello"}'],
  ['missing-message', '{"Message":"Hello"}'],
  ['missing-message', '["Hello"]'],
  ['missing-message', '"Hello"'],
  ['missing-message', 'null'],
  ['missing-message', ''],
])('expects 400 of %s: %s', (name, sends) => {
  const id = `messages/rejects/${name}`;
  expect(judged(id, rejected(sends, 400)).outcome).toBe('pass');
  expect(judged(id, rejected(sends, 200)).findings).toMatchObject([{ exchange: 1 }]);
  expect(judged(id, rejected(sends, 429)).outcome).toBe('inconclusive');
  expect(judged(id, { ...rejected(sends, 401), credential: noKey }).exchanges).toEqual([]);
});

it('leaves open how large a body may be', () => {
  const large = `{${' '.repeat(2_000)}}`;
  expect(judged('messages/rejects/missing-message', rejected(large, 413)).outcome).toBe('inconclusive');
  expect(judged('messages/rejects/missing-message', rejected('{}', 413)).findings).toMatchObject([{ exchange: 1 }]);
});

it('does not treat a message that is null or not a string as one of the bad ones', () => {
  for (const { id } of rules.filter((rule) => rule.id.startsWith('messages/rejects/'))) {
    for (const sends of ['{"message":5}', '{"message":null}', '\uFEFF{']) {
      expect(judged(id, rejected(sends, 202)).exchanges).toEqual([]);
    }
  }
});

/** The short form of an exchange gives every body a content type. */
function untyped(told: ExchangeInit): Verdict {
  const { exchanges } = recorded(told);
  const bare = exchanges.map((exchange) => {
    const headers = exchange.request.headers.filter(([name]) => name !== 'Content-Type');
    return { ...exchange, request: { ...exchange.request, headers } };
  });
  const rule = rules.find(({ id }) => id === 'messages/rejects/missing-content-type');
  if (rule === undefined) throw new Error('There is no such rule.');
  return judgeRule(rule, gatherEvidence({ exchanges: bare, run: undefined }, settings));
}

it('expects 400 of a valid message without a content type', () => {
  expect(untyped(rejected('{"message":"Hello"}', 400)).outcome).toBe('pass');
  expect(untyped(rejected('{"message":"Hello"}', 415)).outcome).toBe('violation');
  expect(untyped(message()).outcome).toBe('violation');
  expect(untyped(rejected('{"message":"Hello"}', 429)).outcome).toBe('inconclusive');
});

it('does not judge a message of another content type, or one with another error', () => {
  const plain = { ...message(), requestHeaders: { 'Content-Type': 'text/plain' } };
  expect(judged('messages/rejects/missing-content-type', plain).exchanges).toEqual([]);
  expect(untyped(rejected('{"message":', 200)).exchanges).toEqual([]);
});

it('dates a message by both clocks, since either may be wrong', () => {
  const dated = (createdAt: string) => ({
    ...message({ createdAt }),
    headers: { Date: 'Sat, 14 Nov 2026 12:00:00 GMT' },
  });
  expect(judged('messages/created-at', dated('2026-11-21T12:00:00Z')).outcome).toBe('pass');
  expect(judged('messages/created-at', dated('2026-11-14T12:00:00Z')).outcome).toBe('pass');
  expect(judged('messages/created-at', dated('2026-11-01T12:00:00Z')).outcome).toBe('violation');
});

it('allows clocks to differ more if the service has no Date: ours may be wrong', () => {
  const dated = (createdAt: string) => ({ ...message({ createdAt }), headers: { Date: undefined } });
  expect(judged('messages/created-at', dated('2026-11-22T11:00:00Z')).outcome).toBe('pass');
  expect(judged('messages/created-at', dated('2026-11-23T11:00:00Z')).outcome).toBe('violation');
});

it('allows a text with control characters to be rejected', () => {
  expect(judged('messages/answer', { ...message({}, 'a\u0000b'), status: 400 }).outcome).toBe('inconclusive');
  expect(judged('messages/answer', { ...message({}, 'two\r\nlines\t'), status: 400 }).outcome).toBe('violation');
});
