import { expect, it } from 'vitest';
import { recorded, START_MS, settings, type Told } from '../../tests/recorded.js';
import { gatherEvidence, type JudgeSettings } from '../judge/evidence.js';
import { learnLimit } from './learn-limit.js';

const DAY_S = 86_400;

const limits = (limit: number, remaining: number, resetsInS: number): Told => ({
  headers: {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(START_MS / 1000 + resetsInS),
  },
});
const learn = (told: readonly Told[], changed: Partial<JudgeSettings> = {}) =>
  learnLimit(gatherEvidence(recorded(...told), { ...settings, ...changed }));

it('finds the plan by the limit of a minute', () => {
  expect(learn([limits(300, 299, 60), limits(300, 298, 60)])).toEqual({
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
])('tells %s by its Reset', (_, resetsInS, expected) => {
  expect(learn([limits(1_000, 900, resetsInS)])).toMatchObject({ ...expected, confidence: 'likely' });
});

it('sees both windows where they are described in turn', () => {
  expect(learn([limits(60, 59, 60), limits(1_000, 3, DAY_S)])).toMatchObject({
    plan: 'free',
    perMinute: 60,
    perDay: 1_000,
  });
});

it('names neither plan nor window where Reset does not tell a minute of Business from a day of Free', () => {
  const beforeMidnight: Told = { ...limits(1_000, 900, DAY_S / 2), atMs: (DAY_S / 2 - 30) * 1_000 };
  const nothing = { plan: null, perMinute: null, perDay: null };
  expect(learn([beforeMidnight])).toMatchObject(nothing);
  expect(learn([beforeMidnight], { plan: 'free' })).toMatchObject({ plan: 'free', perDay: 1_000 });
  expect(learn([{ ...limits(61, 60, DAY_S / 2), atMs: beforeMidnight.atMs ?? 0 }])).toMatchObject(nothing);
});

it('names no plan where none has such limits', () => {
  expect(learn([limits(61, 60, 60)])).toMatchObject({ plan: null, perMinute: 61 });
});

it('takes the user’s word for an Enterprise plan, and for no other that has other limits', () => {
  expect(learn([limits(5_000, 4_000, 60)], { plan: 'enterprise' })).toMatchObject({
    plan: 'enterprise',
    perMinute: 5_000,
  });
  expect(learn([limits(300, 299, 60)], { plan: 'free' })).toMatchObject({ plan: 'pro' });
});

it('learns nothing from answers to strangers', () => {
  const refused: Told = { ...limits(60, 60, 60), status: 401, credential: { kind: 'none' } };
  expect(learn([refused])).toEqual({ plan: null, perMinute: null, perDay: null, confidence: 'none', exchanges: [] });
});
