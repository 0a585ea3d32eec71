import { expect, it } from 'vitest';
import { noKey, recorded, settings, type Told } from '../../tests/recorded.js';
import { parseProfile } from '../profile/parse-profile.js';
import { writeProfile } from '../profile/write-profile.js';
import { defaultBehaviour } from '../spec/behaviour.js';
import { questionIds } from '../spec/open-questions.js';
import { learnProfile } from './learn-profile.js';

const NOW_MS = Date.UTC(2026, 10, 21, 13);

const learn = (told: readonly Told[], changed: Partial<typeof settings> = {}) =>
  learnProfile(recorded(...told), { ...settings, ...changed }, { learnedAtMs: NOW_MS, kind: 'run' });

const refused: Told = { status: 401, credential: noKey, headers: { 'WWW-Authenticate': 'Bearer realm="Kaethe"' } };

it('answers every open question, and says which answers are only the fake’s', () => {
  const { questions } = learn([refused, refused]);
  expect(Object.keys(questions)).toEqual(questionIds);
  expect(questions['www-authenticate']).toEqual({
    answer: { missing: 'Bearer realm="Kaethe"', wrong: 'Bearer realm="petstore", error="invalid_token"' },
    origin: 'observed',
    confidence: 'certain',
    unseen: ['wrong'],
    note: expect.not.stringContaining('Kaethe'),
    exchanges: [1, 2],
  });
  expect(questions['ban-threshold']).toEqual({
    answer: defaultBehaviour['ban-threshold'],
    origin: 'default',
    confidence: 'none',
    note: 'finding out would get the key banned',
    exchanges: [],
  });
});

it('says why a code or a text that was told is not in the profile', () => {
  const odd = { ...refused, body: { code: 'NO', message: 'Donaudampfschifffahrtsgesellschaftskapitän!', status: 401 } };
  const other = { status: 405, method: 'PUT', path: '/inventory', body: { code: 'NO', message: 'No.', status: 405 } };
  const { questions } = learn([odd, other]);
  expect(questions['error-messages']).toMatchObject({
    answer: { method_not_allowed: 'No.' },
    unseen: expect.arrayContaining(['key-missing']),
    untold: { 'key-missing': 'it could hold more than the service’s own words' },
  });
  expect(questions['error-codes']).not.toHaveProperty('untold');
});

it('calls likely what was seen once', () => {
  expect(learn([refused]).questions['www-authenticate']?.confidence).toBe('likely');
});

it('learns pets and orders from their records', () => {
  const { questions } = learn([
    { path: '/pets/7', body: { id: 7 } },
    { path: '/store/orders', body: { orders: [{ sku: 'K-4' }] } },
  ]);
  expect(questions['pet-shape']).toMatchObject({ origin: 'observed', confidence: 'likely', exchanges: [1] });
  expect(questions['order-shape']?.answer).toEqual({
    records: [{ sku: 'sku 1' }, { sku: 'sku 2' }, { sku: 'sku 3' }],
    envelope: { field: 'orders' },
  });
});

it('tells where it comes from, and how every rule ended', () => {
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
  expect(profile.rules['limits/recovers']).toBe('not-run');
});

it('writes what can be read again', () => {
  const profile = learn([{}, refused, { path: '/pets/7', body: { id: 7, at: '2026-11-21', tags: [] } }]);
  expect(parseProfile(writeProfile(profile), 'p.json')).toEqual(profile);
});

it('learns the same from the same transcript', () => {
  expect(writeProfile(learn([{}, refused]))).toBe(writeProfile(learn([{}, refused])));
});

it('learns nothing from nothing, and says so everywhere', () => {
  const { questions, answers, latency, limit } = learn([]);
  expect(Object.values(questions).map(({ origin }) => origin)).not.toContain('observed');
  expect({ answers, latency, limit }).toEqual({
    answers: {},
    latency: {},
    limit: { plan: null, perMinute: null, perDay: null, confidence: 'none', exchanges: [] },
  });
});
