import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import type { Told } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-told.js';
import { updateStoredRules } from './update-stored-rules.js';

const stored = (...told: Told[]) => judgedBy(updateStoredRules, 'update/stored', told);
const others = (...told: Told[]) => judgedBy(updateStoredRules, 'update/accepted-means-stored', told);
const shared = { isExclusive: false };

it('accepts a list that shows what was set', () => {
  expect(stored(list(), patch(3), list({ '7': 3 })).outcome).toBe('pass');
});

it.each([
  ['the quantity as it was', list({ '7': 5 }), '/0/quantity'],
  ['a sum', list({ '7': 8 }), '/0/quantity'],
  ['no such pet', list({ '7': null }), ''],
])('finds a list that shows %s', (_what, after, pointer) => {
  expect(stored(list(), patch(3), after).findings).toMatchObject([{ exchange: 3, related: [2], pointer }]);
});

it('expects what was accepted last', () => {
  expect(stored(list(), patch(3), patch(5), list()).outcome).toBe('pass');
  expect(stored(list(), patch(3), patch(5), list({ '7': 3 })).outcome).toBe('violation');
});

it('counts no refused update', () => {
  expect(stored(list(), patch(3), patch(5, { status: 429 }), list({ '7': 3 })).outcome).toBe('pass');
});

it.each([
  ['an answer was lost', patch(5, { status: null })],
  ['a gateway gave up', patch(5, { status: 504 })],
  ['an update of another shape was accepted', patch(5, { sends: '{"quantity":5,"by":1}' })],
  ['an undocumented request was accepted', { method: 'DELETE', path: '/inventory/7', status: 204, body: '' }],
  ['two updates overlap', patch(5, { atMs: 105 })],
])('tells nothing when %s', (_what, disturbance) => {
  expect(stored(list(), patch(3), disturbance, list({ '7': 1 })).outcome).toBe('inconclusive');
});

it('tells nothing of lists that were cached or limited, or that are none', () => {
  const cached: Told = { ...list(), headers: { Age: '9' } };
  const filtered: Told = { ...list(), path: '/inventory?status=sold' };
  for (const after of [cached, filtered, { status: 429 }, { body: { items: [] } }, list({ '7': 1.5 })]) {
    expect(stored(list(), patch(3), after).outcome).toBe('inconclusive');
  }
});

it('takes a value that somebody else may have set for nothing, however often it comes', () => {
  const told = [1, 2, 4, 6].flatMap((quantity) => [patch(3), list({ '7': quantity })]);
  expect(judgedBy(updateStoredRules, 'update/stored', [list(), ...told], shared).outcome).toBe('inconclusive');
  const ignored = [list(), patch(3), list(), patch(3), list(), patch(3), list()];
  expect(judgedBy(updateStoredRules, 'update/stored', ignored, shared).outcome).toBe('violation');
  expect(judgedBy(updateStoredRules, 'update/stored', ignored.slice(0, 3), shared).outcome).toBe('inconclusive');
});

it('lets any other integer be refused with 400', () => {
  expect(others(list(), patch(-1, { status: 400 }), list()).outcome).toBe('pass');
  expect(others(list(), patch(-1, { status: 429 }), list()).outcome).toBe('inconclusive');
});

it('accepts any other integer that is answered and stored exactly', () => {
  expect(others(list(), patch(4294967301), list({ '7': 4294967301 })).outcome).toBe('pass');
});

it.each([
  [
    'answered cut to 32 bits',
    patch(4294967301, { body: { petId: 7, quantity: 5, status: 'sold' } }),
    list({ '7': 4294967301 }),
  ],
  ['stored cut to 32 bits', patch(4294967301), list()],
  ['stored as zero', patch(-1), list({ '7': 0 })],
  ['answered with nothing', patch(0, { body: '' }), list({ '7': 0 })],
])('finds an integer that is accepted and %s', (_what, update, after) => {
  expect(others(list(), update, after).outcome).toBe('violation');
});

it('finds a rounded integer', () => {
  const sends = '{"quantity":9007199254740993}';
  const body = '{"petId":7,"quantity":9007199254740992,"status":"sold"}';
  expect(others(list(), patch(1, { sends, body })).findings).toMatchObject([{ pointer: '/quantity' }]);
});

it('leaves each value to one of the two rules', () => {
  expect(others(list(), patch(3), list()).exchanges).toEqual([]);
  expect(stored(list(), patch(77), list()).exchanges).toEqual([]);
});

it('does not take what is only answered for stored', () => {
  const told = [list(), patch(0), list({ '7': 0 }), patch(-1), list({ '7': -2 }), patch(5), list()];
  const verdict = judgedBy(updateStoredRules, 'update/accepted-means-stored', told, shared);
  expect(verdict).toMatchObject({ outcome: 'inconclusive', findings: [], reason: expect.stringContaining('shows -2') });
  expect(others(list(), patch(-1), list({ '7': -1 })).outcome).toBe('pass');
  expect(others(list(), patch(-1)).outcome).toBe('inconclusive');
});

it('accuses no answer that shows what another update under way has set', () => {
  const overtaken = patch(-1, { atMs: 100, body: { petId: 7, quantity: -2, status: 'available' } });
  const other = patch(-2, { atMs: 105 });
  expect(others(list(), overtaken, other, list({ '7': -2 })).findings).toEqual([]);
});
