import { expect, it } from 'vitest';
import { type ExchangeInit, noKey, recorded, settings, wrongKey } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';
import { gatherEvidence, judgeEvidence } from '../judge.js';
import type { JudgeSettings } from '../rule.js';

/** Returns the rules that report a violation. */
function accusing(told: readonly ExchangeInit[], changed: Partial<JudgeSettings> = {}): string[] {
  const verdicts = judgeEvidence(gatherEvidence(recorded(...told), { ...settings, level: 'write', ...changed }));
  return verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id);
}

const eight = (quantity: number) =>
  patch(quantity, { path: '/inventory/8', body: { petId: 8, quantity, status: 'available' } });
const bad = (status: number) => patch('"9"', { status });
const keyless = (quantity: number) => patch(quantity, { credential: noKey, status: 401 });
const odd = (petId: string, status: number, body?: unknown) =>
  patch(3, { path: `/inventory/${petId}`, status, ...(body === undefined ? {} : { body }) });
const ofTheDay = {
  'X-RateLimit-Limit': '1000',
  'X-RateLimit-Remaining': '0',
  'X-RateLimit-Reset': '1795305600',
  'Retry-After': '3000',
};
const item = (petId: number, quantity: number) => ({ petId, quantity, status: 'available' });

it.each<[string, ExchangeInit[], string]>([
  ['an update is lost at the second list', [patch(3), list({ '7': 3 }), list()], 'inventory/get-is-safe'],
  ['an update appears at the second list', [patch(3), list(), list({ '7': 3 })], 'update/stored'],
  ['an update is undone by the next one', [patch(3), list({ '7': 3 }), eight(3), list()], 'update/only-this-pet'],
  ['an update is undone by the next one, unseen', [patch(3), eight(3), list()], 'update/stored'],
  ['only the first of equal updates works', [patch(3), list({ '7': 3 }), patch(3), list()], 'update/stored'],
  ['a neighbour gets the quantity', [patch(5), list({ '8': 5 })], 'update/only-this-pet'],
  ['a neighbour changes', [patch(3), list({ '7': 3, '8': 1 })], 'update/only-this-pet'],
  [
    'a read without a key changes a pet',
    [{ credential: noKey, status: 401 }, list({ '8': 1 })],
    'inventory/get-is-safe',
  ],
  ['a read changes a status', [list({}, 'sold')], 'inventory/get-is-safe'],
  [
    'an update without a key is stored',
    [bad(400), keyless(3), bad(400), list({ '7': 3 })],
    'auth/refused-changes-nothing',
  ],
  ['a bad update removes a pet', [bad(400), list({ '8': null })], 'update/rejected-changes-nothing'],
  [
    'one of two refused updates adds a pet',
    [keyless(3), bad(400), list({ '9': 1 })],
    'update/rejected-changes-nothing',
  ],
  ['an id with a tail is read as a number', [odd('7x', 404), list({ '7': 3 })], 'update/rejected-changes-nothing'],
  ['an update of another pet is refused and changes one', [odd('9', 404), list({ '8': 1 })], 'update/unknown-pet'],
  [
    'an update beyond the limit is stored',
    [bad(400), patch(3, { status: 429, headers: ofTheDay }), list({ '7': 3 })],
    'limits/refused-changes-nothing',
  ],
  ['a failed update changes another pet', [patch(3, { status: 501 }), list({ '8': 1 })], 'update/only-this-pet'],
])('exactly one rule finds that %s', (_what, told, rule) => {
  expect(accusing([list(), ...told]).filter((id) => id !== 'status/documented')).toEqual([rule]);
});

it.each<[string, ExchangeInit[]]>([
  ['an update in an unusual spelling changed its pet', [odd('007', 200, item(7, 3)), list({ '7': 3 })]],
  ['an update in an unusual spelling changed nothing', [odd('%2B7', 404), list()]],
  ['a lost update was carried out later', [patch(3, { status: 504 }), list(), list({ '7': 3 })]],
])('accepts that %s', (_what, told) => {
  expect(accusing([list(), ...told]).filter((id) => id !== 'status/documented')).toEqual([]);
});

it('names every request that may have made a change', () => {
  const told = [list(), keyless(3), bad(400), patch(4, { credential: wrongKey, status: 401 }), list({ '8': 1 })];
  const verdicts = judgeEvidence(gatherEvidence(recorded(...told), settings));
  expect(verdicts.flatMap(({ findings }) => findings)).toMatchObject([
    { problem: 'pet 8 changed, although each of the 3 requests before got 401 or 400', related: [1, 2, 3, 4] },
  ]);
});

it.each<[string, ExchangeInit[]]>([
  ['loses updates', [patch(3), list({ '7': 3 }), list()]],
  ['undoes updates', [patch(3), list({ '7': 3 }), eight(3), list()]],
  ['stores what it refused', [keyless(3), list({ '7': 3 }), patch(5), list()]],
  ['drops a pet at every second list', [list({ '8': null }), list()]],
])('finds a service that %s three times, although others may write', (_what, told) => {
  const shared = { isExclusive: false };
  expect(accusing([list(), ...told, ...told, ...told], shared)).toHaveLength(1);
  expect(accusing([list(), ...told, ...told], shared)).toEqual([]);
  const others = [1, 2, 4, 6].flatMap((quantity) => [list({ '7': quantity }), patch(3), list({ '7': quantity - 1 })]);
  expect(accusing([list(), ...others], shared)).toEqual([]);
});

it('confirms no side effect that another writer repeats', () => {
  const shared = { isExclusive: false };
  const repeated = [2, 4, 6].flatMap((quantity) => [patch(quantity), list({ '7': quantity, '8': quantity })]);
  expect(accusing([list(), ...repeated], shared)).toEqual(['update/only-this-pet']);
  expect(accusing([list(), list({ '9': 6 }), list(), ...repeated], shared)).toEqual([]);
});
