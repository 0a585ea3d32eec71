import { expect, it, test } from 'vitest';
import { type ExchangeInit, noKey, recorded, START_MS, settings } from '../../../tests/recorded.js';
import { documentLines } from '../../json/document-lines.js';
import { gatherEvidence } from '../../judge/judge.js';
import type { JudgeSettings } from '../../judge/rule.js';
import { defaultBehaviour } from '../../service/behaviour.js';
import { questionIds } from '../../service/questions/open-questions.js';
import { parseProfile } from '../profile/parse-profile.js';
import { withoutQuotes } from './confidence.js';
import { learnLatency, learnLimit, learnProfile } from './learn-profile.js';

const NOW_MS = Date.UTC(2026, 10, 21, 13);

const learn = (
  told: readonly ExchangeInit[],
  changed: Partial<typeof settings> = {},
  facts: { keepsTexts?: boolean } = {},
) => learnProfile(recorded(...told), { ...settings, ...changed }, { learnedAtMs: NOW_MS, kind: 'run', ...facts });

const rejected: ExchangeInit = {
  status: 401,
  credential: noKey,
  headers: { 'WWW-Authenticate': 'Bearer realm="Kaethe"' },
};

it('has a choice for every open question, and marks the defaults of the fake', () => {
  const { questions } = learn([rejected, rejected]);
  expect(Object.keys(questions)).toEqual(questionIds);
  expect(questions['www-authenticate']).toEqual({
    choice: 'Bearer realm="Kaethe"',
    origin: 'observed',
    confidence: 'certain',
    note: expect.not.stringContaining('Kaethe'),
    exchanges: [1, 2],
  });
  expect(questions['ban-threshold']).toEqual({
    choice: defaultBehaviour['ban-threshold'],
    origin: 'default',
    confidence: 'none',
    note: 'finding out would get the key banned',
    exchanges: [],
  });
});

it('reports why an observed code or text is not in the profile', () => {
  const odd = {
    ...rejected,
    body: { code: 'NO', message: 'Donaudampfschifffahrtsgesellschaftskapitän!', status: 401 },
  };
  const other = { status: 405, method: 'PUT', path: '/inventory', body: { code: 'NO', message: 'No.', status: 405 } };
  const { questions } = learn([odd, other, { ...other, path: '/store/orders' }]);
  expect(questions['error-messages']).toMatchObject({
    choice: { 'method-unknown': 'No.' },
    unseen: expect.arrayContaining(['key-missing']),
    unknown: { 'key-missing': 'seen for one input only' },
  });
  expect(questions['error-codes']).not.toHaveProperty('unknown');
});

it('marks a single observation as likely', () => {
  expect(learn([rejected]).questions['www-authenticate']?.confidence).toBe('likely');
});

it('learns pets and orders from their records', () => {
  const { questions } = learn([
    { path: '/pets/7', body: { id: 7 } },
    { path: '/store/orders', body: { orders: [{ sku: 'K-4' }] } },
  ]);
  expect(questions['pet-shape']).toMatchObject({ origin: 'observed', confidence: 'likely', exchanges: [1] });
  expect(questions['order-shape']?.choice).toEqual({
    records: [{ sku: 'sku 1' }, { sku: 'sku 2' }, { sku: 'sku 3' }],
    envelope: { field: 'orders' },
  });
});

it('stores its source and the outcome of every rule', () => {
  const profile = learn([{}, { status: 500 }], { level: 'write', plan: 'free' });
  expect(profile.source).toEqual({
    baseUrl: settings.baseUrl,
    kind: 'run',
    learnedAt: '2026-11-21T13:00:00.000Z',
    level: 'write',
    exchanges: 2,
    stopped: null,
  });
  expect(profile.rules['status/documented']).toBe('violation');
  expect(profile.rules['limits/recovers']).toBe('skipped');
});

it('writes a profile that can be read again', () => {
  const profile = learn([{}, rejected, { path: '/pets/7', body: { id: 7, at: '2026-11-21', tags: [] } }]);
  expect(parseProfile(documentLines(profile), 'p.json')).toEqual(profile);
});

it('learns the same from the same transcript', () => {
  expect(documentLines(learn([{}, rejected]))).toBe(documentLines(learn([{}, rejected])));
});

it('learns nothing from an empty transcript, with a note on every question', () => {
  const { questions, responses, latency, limit } = learn([]);
  expect(Object.values(questions).map(({ origin }) => origin)).not.toContain('observed');
  expect({ responses, latency, limit }).toEqual({
    responses: {},
    latency: {},
    limit: { plan: null, perMinute: null, perDay: null, confidence: 'none', exchanges: [] },
  });
});

const DAY_S = 86_400;

const limits = (limit: number, remaining: number, resetsInS: number): ExchangeInit => ({
  headers: {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(START_MS / 1000 + resetsInS),
  },
});
const limitOf = (told: readonly ExchangeInit[], changed: Partial<JudgeSettings> = {}) =>
  learnLimit(gatherEvidence(recorded(...told), { ...settings, ...changed }));

it('finds the plan by the limit of a minute', () => {
  expect(limitOf([limits(300, 299, 60), limits(300, 298, 60)])).toEqual({
    plan: 'pro',
    perMinute: 300,
    perDay: null,
    confidence: 'certain',
    exchanges: [1, 2],
  });
});

it.each([
  ['a minute of Business', 60, { plan: 'business', perMinute: 1_000, perDay: null }],
  ['a day of Free', DAY_S, { plan: 'free', perMinute: null, perDay: 1_000 }],
])('recognises %s by its Reset', (_, resetsInS, expected) => {
  expect(limitOf([limits(1_000, 900, resetsInS)])).toMatchObject({ ...expected, confidence: 'likely' });
});

it('learns both windows if responses describe them in turn', () => {
  expect(limitOf([limits(60, 59, 60), limits(1_000, 3, DAY_S)])).toMatchObject({
    plan: 'free',
    perMinute: 60,
    perDay: 1_000,
  });
});

it('names neither plan nor window if Reset cannot distinguish a minute of Business from a day of Free', () => {
  const beforeMidnight: ExchangeInit = { ...limits(1_000, 900, DAY_S / 2), atMs: (DAY_S / 2 - 30) * 1_000 };
  const nothing = { plan: null, perMinute: null, perDay: null };
  expect(limitOf([beforeMidnight])).toMatchObject(nothing);
  expect(limitOf([beforeMidnight], { plan: 'free' })).toMatchObject({ plan: 'free', perDay: 1_000 });
  expect(limitOf([{ ...limits(61, 60, DAY_S / 2), atMs: beforeMidnight.atMs ?? 0 }])).toMatchObject(nothing);
});

it('names no plan if no plan has these limits', () => {
  expect(limitOf([limits(61, 60, 60)])).toMatchObject({ plan: null, perMinute: 61 });
});

it('accepts an Enterprise plan from the user, and no plan with other limits', () => {
  expect(limitOf([limits(5_000, 4_000, 60)], { plan: 'enterprise' })).toMatchObject({
    plan: 'enterprise',
    perMinute: 5_000,
  });
  expect(limitOf([limits(300, 299, 60)], { plan: 'free' })).toMatchObject({ plan: 'pro' });
});

it('learns nothing from responses to requests without a valid key', () => {
  const rejected: ExchangeInit = { ...limits(60, 60, 60), status: 401, credential: { kind: 'none' } };
  expect(limitOf([rejected])).toEqual({ plan: null, perMinute: null, perDay: null, confidence: 'none', exchanges: [] });
});

/** Returns that take so long each. */
const taking = (...lengthsMs: readonly number[]) => {
  const { exchanges, run } = recorded(...lengthsMs.map(() => ({})));
  const timed = exchanges.map((one, index) => ({ ...one, endedMs: one.startedMs + (lengthsMs[index] ?? 0) }));
  return gatherEvidence({ exchanges: timed, run }, settings);
};

it('stores the median to a tenth of a millisecond', () => {
  const lengths = Array.from({ length: 100 }, (_, index) => index + 1.04);
  expect(learnLatency(taking(...lengths.reverse())).listInventory).toMatchObject({
    count: 100,
    median: 50,
    confidence: 'certain',
  });
});

it('uses a single response as the median', () => {
  expect(learnLatency(taking(7.25))).toEqual({
    listInventory: { count: 1, median: 7.3, confidence: 'likely', exchanges: [1] },
  });
});

it('excludes missing and cached responses', () => {
  const evidence = gatherEvidence(
    recorded({ status: null }, { headers: { Age: '20' } }, { path: '/nowhere', status: 404 }),
    settings,
  );
  expect(Object.keys(learnLatency(evidence))).toEqual(['other']);
});

const BASE = 'https://api.example.test/v1';

test('names the request and its URL', () => {
  const stopped = `GET "${BASE}/inventory" was redirected (302) to "https://me:pw@login.example.test/a?user=Ada": check the base URL`;
  expect(withoutQuotes(stopped, BASE)).toBe(`GET "${BASE}/inventory" was redirected (302) to "…": check the base URL`);
});

test('contains no other quoted text', () => {
  const stopped = `GET "${BASE}/inventory" was answered with "Ada \\"A\\" Smith", not with JSON`;
  expect(withoutQuotes(stopped, BASE)).toBe(`GET "${BASE}/inventory" was answered with "…", not with JSON`);
  expect(withoutQuotes('"javascript:alert(1)", "/orders/Ada", ada@example.test', BASE)).toBe('"…", "…", …');
});
