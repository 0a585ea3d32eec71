import { expect, it } from 'vitest';
import { limited, START_SECONDS } from '../../../tests/limits-told.js';
import { observed } from '../../../tests/observed.js';
import { goodKey } from '../../../tests/recorded.js';

const ofDay = (limit: number, remaining: number) => limited(limit, remaining, { reset: START_SECONDS + 40_000 });

it.each([
  ['fewest-remaining', [limited(60, 3), ofDay(1000, 2)]],
  [undefined, [limited(60, 3), ofDay(1000, 998)]],
  ['fewest-remaining', [limited(75, 3), ofDay(90_000, 2)]],
  ['day', [limited(10_000, 9_000)]],
  ['day', [ofDay(1000, 900)]],
  [undefined, [ofDay(1000, 60)]],
  [undefined, [limited(10_000, 200)]],
  [undefined, [limited(60, 3)]],
  [undefined, [limited(1000, 900)]],
  [undefined, [limited(77, 70)]],
])('sees the window %s in %j', (answer, told) => {
  expect(observed('described-window', told).answer).toBe(answer);
});

it('tells the day of Free from the minute of Business when the plan is known', () => {
  expect(observed('described-window', [limited(1000, 900)], { plan: 'free' }).answer).toBe('day');
  expect(observed('described-window', [limited(1000, 900)], { plan: 'enterprise' }).answer).toBeUndefined();
});

it.each([
  ['Limit was 1000: the minute, be it always or while it is the scarcer one', [limited(1000, 900)]],
  [
    'Limit was 1000: it may be that of free or of business, which Reset does not tell',
    [limited(1000, 900, { atMs: 43_170_000, reset: START_SECONDS + 43_200 })],
  ],
  ['Limit was 77: which of its limits that is, no plan of the document tells', [limited(77, 70)]],
])('says “%s”', (note, told) => {
  expect(observed('described-window', told).note).toBe(note);
});

it('sees the limits of an Enterprise key', () => {
  const told = [limited(7_000, 1), ofDay(90_000, 1)];
  for (const plan of ['enterprise', undefined] as const) {
    expect(observed('enterprise-limits', told, { plan })).toMatchObject({
      answer: { perMinute: 7_000, perDay: 90_000 },
      unseen: [],
    });
  }
  expect(observed('enterprise-limits', told, { plan: 'pro' }).answer).toBeUndefined();
});

it.each([
  [limited(7_000, 1), { perMinute: 7_000, perDay: 1_000_000 }, ['perDay']],
  [limited(2_000_000, 1), { perMinute: 2_000_000, perDay: 2_000_000 }, ['perDay']],
  [ofDay(90_000, 1), { perMinute: 5_000, perDay: 90_000 }, ['perMinute']],
  [ofDay(900, 1), { perMinute: 900, perDay: 900 }, ['perMinute']],
])('tells by its Reset whose limit the only one is: %j', (told, answer, unseen) => {
  expect(observed('enterprise-limits', [told])).toMatchObject({ answer, unseen });
});

it('does not tell a day from a minute in the last minute before midnight', () => {
  const told = limited(7_000, 1, { atMs: 43_170_000, reset: START_SECONDS + 43_200 });
  expect(observed('enterprise-limits', [told]).answer).toBeUndefined();
});

it('concludes no Enterprise limits from those of a documented plan, from many, or from many keys', () => {
  const others = { credential: { ...goodKey, name: 'key#9' } };
  for (const told of [
    [limited(1000, 1)],
    [limited(60, 1), limited(300, 1)],
    [limited(61, 1), limited(62, 1), limited(63, 1)],
    [limited(61, 1), limited(300, 1, others)],
    [limited(0, 0)],
  ]) {
    expect(observed('enterprise-limits', told).answer).toBeUndefined();
  }
});
