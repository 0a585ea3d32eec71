import { expect, it } from 'vitest';
import { limited, START_SECONDS } from '../../../tests/limit-exchanges.js';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, goodKey, noKey } from '../../../tests/recorded.js';

const spend = (remaining: number, status = 200, told: ExchangeInit = {}) => limited(60, remaining, { status, ...told });
const told = [spend(59), spend(58, 400), spend(57), spend(57, 404), spend(56), spend(56, 429), spend(55)];

it('sees which rejected requests use quota', () => {
  expect(observed('refused-requests-count', told)).toMatchObject({
    choice: { '400': true, '404': false, '429': false },
    unseen: ['405', '413', '415'],
    exchanges: [2, 4, 6],
  });
});

it('returns the parts that are known, and names the others', () => {
  expect(observed('refused-requests-count', told.slice(0, 3))).toMatchObject({
    choice: { '400': true, '404': true, '429': false },
    unseen: ['404', '429', '405', '413', '415'],
    note: 'uses quota: 400 yes, 404 unknown, 429 unknown',
  });
});

it('uses accepted responses: the cost of a rejected request may be returned later', () => {
  const returned = [spend(59), spend(58, 400), spend(58, 404), spend(58)];
  expect(observed('refused-requests-count', returned)).toMatchObject({
    choice: { '400': false, '404': false, isGivenBackLater: true },
  });
});

it.each([
  ['free', [spend(59), spend(59, 405), spend(59, 415), spend(58), spend(57, 413)], [false, true, false], undefined],
  [
    'given back later',
    [spend(59), spend(58, 405), spend(58, 415), spend(58), spend(57)],
    [false, undefined, false],
    true,
  ],
  ['counted', [spend(59), spend(58, 405), spend(57, 413), spend(56, 415), spend(55)], [true, true, true], undefined],
])('sees from one response to the next that other rejections are %s', (_, sent, costs, isGivenBackLater) => {
  const { choice, unseen } = observed('refused-requests-count', sent);
  const shown = ['405', '413', '415'].map((status) =>
    unseen.includes(status) ? undefined : (choice as Record<string, boolean>)[status],
  );
  expect(shown).toEqual(costs);
  expect(choice).toMatchObject(isGivenBackLater === undefined ? {} : { isGivenBackLater });
});

it('distinguishes several kinds of rejection if only one explanation remains', () => {
  const mixed = [spend(59), spend(58, 400), spend(57, 400), spend(57, 404), spend(56)];
  expect(observed('refused-requests-count', mixed)).toMatchObject({ choice: { '400': true, '404': false } });
  const ambiguous = [spend(59), spend(58, 400), spend(58, 404), spend(57)];
  expect(observed('refused-requests-count', ambiguous)).toMatchObject({ choice: undefined, exchanges: [2, 3] });
});

it('ignores requests without a valid key, and stops at possible requests of others', () => {
  const stranger = spend(60, 401, { credential: noKey });
  expect(observed('refused-requests-count', [spend(59), spend(58, 400), stranger, spend(57)]).choice).toBeDefined();
  for (const odd of [spend(58, 502), spend(58, 401), spend(58, 200, { headers: { Age: '3' } })]) {
    expect(observed('refused-requests-count', [spend(59), spend(58, 400), odd, spend(57)]).choice).toBeUndefined();
  }
});

it('compares within one window: responses may describe minute and day in turn', () => {
  const day = (remaining: number) => limited(1000, remaining, { reset: START_SECONDS + 9_000 });
  expect(observed('refused-requests-count', [spend(59), day(998), spend(57, 400), spend(56)]).choice).toMatchObject({
    '400': true,
  });
});

it('concludes nothing from another window, another key or another user', () => {
  const other = spend(57, 200, { credential: { ...goodKey, name: 'key#9' } });
  const later = limited(60, 57, { reset: START_SECONDS + 90 });
  for (const next of [other, later, spend(50), spend(58, 404)]) {
    expect(observed('refused-requests-count', [spend(59), spend(58, 400), next])).toMatchObject({
      choice: undefined,
      note: 'uses quota: 400 unknown, 404 unknown, 429 unknown',
    });
  }
});

it('accepts a shared key if it was observed to be quiet', () => {
  const shared = { isExclusive: false };
  const quiet = [spend(59), spend(58), spend(57), spend(56), spend(55, 400), spend(54)];
  expect(observed('refused-requests-count', quiet, shared).choice).toMatchObject({ '400': true });
  expect(observed('refused-requests-count', quiet.slice(2), shared).choice).toBeUndefined();
  expect(observed('refused-requests-count', [spend(63), ...quiet], shared).choice).toBeUndefined();
});

it('names a rejection whose cost no count shows', () => {
  expect(observed('refused-requests-count', [...told.slice(0, 3), spend(57, 429)])).toMatchObject({
    unseen: ['404', '429', '405', '413', '415'],
    unknown: { '429': 'no count of what was left shows it' },
  });
});
