import { expect, it } from 'vitest';
import { limited, START_SECONDS } from '../../../tests/limit-exchanges.js';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, goodKey, noKey } from '../../../tests/recorded.js';

const QUESTION = 'refused-requests-count';
const spend = (remaining: number, status = 200, told: ExchangeInit = {}) => limited(60, remaining, { status, ...told });
const told = [spend(59), spend(58, 400), spend(57), spend(57, 404), spend(56), spend(56, 429), spend(55)];

it('sees which rejected requests use quota', () => {
  expect(observed(QUESTION, told)).toMatchObject({
    choice: { '400': true, '404': false, '429': false },
    unseen: [],
    exchanges: [2, 4, 6],
  });
});

it('returns the parts that are known, and names the others', () => {
  expect(observed(QUESTION, told.slice(0, 3))).toMatchObject({
    choice: { '400': true, '404': true, '429': false },
    unseen: ['404', '429'],
    note: 'uses quota: 400 yes, 404 unknown, 429 unknown',
  });
});

it('concludes nothing if a service counts one status differently, or gives a request back only later', () => {
  for (const sent of [
    [spend(59), spend(58, 400), spend(57), spend(57, 400)],
    [spend(59), spend(58, 404), spend(58)],
  ]) {
    expect(observed(QUESTION, sent).choice).toBeUndefined();
  }
});

it('ignores requests without a valid key', () => {
  const stranger = spend(60, 401, { credential: noKey });
  expect(observed(QUESTION, [spend(59), stranger, spend(58, 400), spend(57)]).choice).toMatchObject({ '400': true });
});

it('concludes nothing from another window, another key, a copy of a cache or another user', () => {
  const other = spend(58, 400, { credential: { ...goodKey, name: 'key#9' } });
  const later = limited(60, 58, { status: 400, reset: START_SECONDS + 90 });
  const copy = spend(58, 400, { headers: { Age: '3' } });
  for (const next of [other, later, copy, spend(50, 400), spend(60, 400)]) {
    expect(observed(QUESTION, [spend(59), next])).toMatchObject({
      choice: undefined,
      note: 'uses quota: 400 unknown, 404 unknown, 429 unknown',
    });
  }
});

it('accepts a shared key if it was observed to be quiet', () => {
  const shared = { isExclusive: false };
  const quiet = [spend(59), spend(58), spend(57), spend(56), spend(55, 400), spend(54)];
  expect(observed(QUESTION, quiet, shared).choice).toMatchObject({ '400': true });
  expect(observed(QUESTION, quiet.slice(3), shared).choice).toBeUndefined();
  expect(observed(QUESTION, [spend(63), ...quiet], shared).choice).toBeUndefined();
});

it('names a rejection whose cost no count shows', () => {
  expect(observed(QUESTION, [...told.slice(0, 3), limited(60, 0, { status: 429 })])).toMatchObject({
    unseen: ['404', '429'],
    unknown: { '429': 'no count of what was left shows it' },
  });
});
