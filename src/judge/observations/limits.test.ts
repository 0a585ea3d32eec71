import { expect, it } from 'vitest';
import { limited, START_SECONDS } from '../../../tests/limit-exchanges.js';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, goodKey, noKey, recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence } from '../judge.js';

const rejected = (remaining: number, limit = 60, reset?: number) =>
  limited(limit, remaining, { status: 401, credential: noKey, ...(reset === undefined ? {} : { reset }) });

it.each([
  ['free-plan-untouched', [rejected(60), rejected(60)]],
  ['per-address', [rejected(59), rejected(58), rejected(57)]],
  ['per-address', [rejected(59), rejected(58), rejected(59, 60, 99), rejected(58, 60, 99)]],
  [undefined, [rejected(59), rejected(59, 60, 99)]],
  [undefined, [rejected(59), rejected(59)]],
  [undefined, [rejected(300, 300), rejected(300, 300)]],
  [undefined, [1, 2].map(() => rejected(60, 60, START_SECONDS + 40_000))],
  [undefined, [rejected(60), rejected(30, 30)]],
  [undefined, [rejected(60)]],
])('sees %s in the quota of responses without a key', (choice, told) => {
  expect(observed('unauthenticated-quota', told).choice).toEqual(choice);
});

it.each([
  ['seconds', '30'],
  ['http-date', 'Sat, 21 Nov 2026 12:01:00 GMT'],
  [undefined, 'soon'],
  [undefined, undefined],
])('sees the format %s of Retry-After: %s', (choice, value) => {
  expect(observed('retry-after-format', [{ status: 429, headers: { 'Retry-After': value } }]).choice).toBe(choice);
});

const waiting = (seconds: number, remaining = 0) => {
  const { headers, ...told } = limited(60, remaining, { status: 429 });
  return { ...told, headers: { ...headers, 'Retry-After': String(seconds) } };
};

it.each<[number | undefined, (reset: number) => ExchangeInit[]]>([
  [0, (reset) => [waiting(reset), waiting(reset - 1)]],
  [5, (reset) => [waiting(reset + 5), waiting(reset + 4)]],
  [undefined, (reset) => [waiting(reset + 5), waiting(reset + 20)]],
  [undefined, (reset) => [waiting(reset + 5, 7)]],
  [undefined, () => [waiting(40_000)]],
])('sees that Retry-After ends %s seconds after Reset', (delay, told) => {
  const { limits, respondedMs } = gatherEvidence(recorded(waiting(1)), settings).readings[0] ?? {};
  const left = (limits?.resetSeconds ?? 0) - (respondedMs ?? 0) / 1000;
  expect(observed('retry-after-delay-seconds', told(left)).choice).toBe(delay);
});

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
])('sees the window %s in %j', (choice, told) => {
  expect(observed('described-window', told).choice).toBe(choice);
});

it('distinguishes the day of Free from the minute of Business when the plan is known', () => {
  expect(observed('described-window', [limited(1000, 900)], { plan: 'free' }).choice).toBe('day');
  expect(observed('described-window', [limited(1000, 900)], { plan: 'enterprise' }).choice).toBeUndefined();
});

it.each([
  ['Limit was 1000: the minute, either always or because it had fewer left', [limited(1000, 900)]],
  [
    'Limit was 1000: it may be that of free or of business, and Reset does not decide',
    [limited(1000, 900, { atMs: 43_170_000, reset: START_SECONDS + 43_200 })],
  ],
  ['Limit was 77: no plan of the document has this limit', [limited(77, 70)]],
])('has the note “%s”', (note, told) => {
  expect(observed('described-window', told).note).toBe(note);
});

it('sees the limits of an Enterprise key', () => {
  const told = [limited(7_000, 1), ofDay(90_000, 1)];
  for (const plan of ['enterprise', undefined] as const) {
    expect(observed('enterprise-limits', told, { plan })).toMatchObject({
      choice: { perMinute: 7_000, perDay: 90_000 },
      unseen: [],
    });
  }
  expect(observed('enterprise-limits', told, { plan: 'pro' }).choice).toBeUndefined();
});

it.each([
  [limited(7_000, 1), { perMinute: 7_000, perDay: 1_000_000 }, ['perDay']],
  [limited(2_000_000, 1), { perMinute: 2_000_000, perDay: 2_000_000 }, ['perDay']],
  [ofDay(90_000, 1), { perMinute: 5_000, perDay: 90_000 }, ['perMinute']],
  [ofDay(900, 1), { perMinute: 900, perDay: 900 }, ['perMinute']],
])('recognises the window of a single limit by its Reset: %j', (told, choice, unseen) => {
  expect(observed('enterprise-limits', [told])).toMatchObject({ choice, unseen });
});

it('does not distinguish a day from a minute in the last minute before midnight', () => {
  const told = limited(7_000, 1, { atMs: 43_170_000, reset: START_SECONDS + 43_200 });
  expect(observed('enterprise-limits', [told]).choice).toBeUndefined();
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
    expect(observed('enterprise-limits', told).choice).toBeUndefined();
  }
});

/** Requests from the twelfth second on, of a window that ends so many seconds after the start. */
const burst = (resetsAfter: number, count = 20): ExchangeInit[] =>
  [...Array(count).keys()].map((index) => at(12 + index / 10, 59 - index, resetsAfter));
const at = (seconds: number, remaining: number, resetsAfter: number, told: ExchangeInit = {}) =>
  limited(60, remaining, { ...told, reset: START_SECONDS + resetsAfter, atMs: seconds * 1000 });

it.each([
  ['first-request', [...burst(31), at(31, 59, 91)]],
  ['first-request', [...burst(31), at(40, 59, 100)]],
  ['calendar', [...burst(60), at(60.5, 59, 120)]],
  ['sliding', [...burst(31), at(31, 39, 32)]],
  [undefined, [...burst(31), at(31, 59, 70)]],
  ['calendar', [...burst(60), at(31, 39, 60)]],
])('sees windows that start as %s', (choice, told) => {
  expect(observed('window-start', told).choice).toBe(choice);
});

it('concludes nothing if a sliding window could have recovered as much', () => {
  expect(observed('window-start', [...burst(31, 3), at(31, 59, 91)]).choice).toBeUndefined();
  expect(observed('window-start', [...burst(31), at(75, 59, 135)]).choice).toBeUndefined();
});

it('does not treat a window that starts with a request at any second as clock-aligned', () => {
  const told = [...burst(60), at(60, 59, 120)];
  expect(observed('window-start', [...told, at(130, 59, 180)]).choice).toBe('calendar');
  expect(observed('window-start', [...told, at(180, 59, 240)]).choice).toBe('first-request');
});

it('compares responses with the same Limit', () => {
  const day = limited(1000, 900, { reset: START_SECONDS + 9_000, atMs: 20_000 });
  expect(observed('window-start', [...burst(31), day, at(31, 59, 91)]).choice).toBe('first-request');
});
