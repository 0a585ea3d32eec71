import { expect, it } from 'vitest';
import { blankProfile } from '../../tests/profile-for-tests.js';
import { lastKnown } from './last-known.js';

const seen = { confidence: 'certain', exchanges: [1], note: 'seen', origin: 'observed' } as const;
const unseen = { confidence: 'none', exchanges: [], note: 'not seen', origin: 'default' } as const;

it('keeps what a run did not see', () => {
  const before = blankProfile({
    questions: { 'list-order': { ...seen, answer: 'descending' }, 'head-requests': { ...seen, answer: 405 } },
    rules: { 'limits/plan': 'violation', 'errors/shape': 'pass' },
  });
  const now = blankProfile({
    questions: {
      'list-order': { ...unseen, answer: 'ascending' },
      'head-requests': { ...seen, answer: 'as-get' },
      'ban-status': { ...unseen, answer: 429 },
    },
    rules: { 'limits/plan': 'inconclusive', 'errors/shape': 'violation', 'update/sets': 'not-run' },
  });
  const known = lastKnown(before, now);
  expect(known.questions['list-order']?.answer).toBe('descending');
  expect(known.questions['head-requests']?.answer).toBe('as-get');
  expect(known.questions['ban-status']?.origin).toBe('default');
  expect(known.rules).toEqual({ 'limits/plan': 'violation', 'errors/shape': 'violation', 'update/sets': 'not-run' });
});

it('keeps the limit until another one is told', () => {
  const limit = { plan: 'free', perMinute: 60, perDay: null, confidence: 'certain', exchanges: [1] } as const;
  const other = { ...limit, plan: 'pro', perMinute: 300 } as const;
  expect(lastKnown(blankProfile({ limit }), blankProfile()).limit).toEqual(limit);
  expect(lastKnown(blankProfile({ limit }), blankProfile({ limit: other })).limit).toEqual(other);
});

it('says of itself what the newest run says', () => {
  const now = blankProfile();
  expect(lastKnown(blankProfile({ source: { ...now.source, exchanges: 99 } }), now).source).toEqual(now.source);
});

const place = (value?: string) => ({
  count: 3,
  confidence: 'certain' as const,
  exchanges: [1],
  body: { kind: 'none' as const },
  headers: value === undefined ? [] : [{ name: 'Cache-Control', kind: 'constant' as const, value }],
});

it('tells of each kind of answer by itself how long it may be kept, once a run told so', () => {
  const once = blankProfile({
    questions: { 'cache-control': { ...seen, answer: 'private' } },
    answers: { 'getPet 200': place(), 'listOrders 200': place() },
  });
  const each = blankProfile({
    questions: { 'cache-control': { ...unseen, answer: 'no-store' } },
    answers: { 'getPet 200': place('public'), 'getPet 404': place() },
  });
  for (const known of [lastKnown(once, each), lastKnown(lastKnown(each, once), each)]) {
    expect(known.questions['cache-control']?.origin).not.toBe('observed');
    expect(known.answers['getPet 200']?.headers).toEqual(place('public').headers);
    expect(known.answers['getPet 404']?.headers).toEqual([]);
    expect(known.answers['listOrders 200']?.headers).toEqual(place('private').headers);
  }
});
