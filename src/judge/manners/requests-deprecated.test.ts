import { expect, it } from 'vitest';
import { dateAt, lookup, mannersOf, otherKey, sent, update } from '../../../tests/judged-manners.js';
import type { ExchangeInit } from '../../../tests/recorded.js';

const leaves = (...told: ExchangeInit[]) => mannersOf('leaves-deprecated-operations', ...told);
const stops = (...told: ExchangeInit[]) => mannersOf('stops-at-sunset', ...told);
const told = (seconds: number, sunset: string | undefined, more: ExchangeInit = {}) =>
  sent(seconds, { ...lookup, ...more, headers: { Sunset: sunset, Date: dateAt(seconds) } });

it('finds every call of a deprecated operation, with or without a response', () => {
  expect(leaves({}, lookup, { ...lookup, status: null }).findings).toMatchObject([
    { exchange: 2, problem: 'getPet was called although it is deprecated', received: 'a call with status 200' },
    { exchange: 3, received: 'a call without a response' },
  ]);
});

it('accepts calls of other operations', () => {
  expect(leaves({}, update, { path: '/store/orders' }).outcome).toBe('pass');
});

it('finds a call after the sunset that an earlier response announced', () => {
  const { findings } = stops(told(0, dateAt(60)), sent(61, { ...lookup, status: null }));
  expect(findings).toMatchObject([{ exchange: 2, related: [1], problem: 'getPet was called after its sunset' }]);
});

it('finds a call after the sunset that its own response announces', () => {
  expect(stops(told(61, dateAt(60))).findings).toMatchObject([{ exchange: 1, related: [] }]);
});

it('accepts a call before the sunset in this rule', () => {
  expect(stops(told(0, dateAt(60)), told(59, dateAt(60))).outcome).toBe('pass');
});

it('reports nothing unless both clocks agree', () => {
  const late = sent(61, { ...lookup, headers: { Date: dateAt(0), Sunset: dateAt(60) } });
  const early = sent(0, { ...lookup, headers: { Date: dateAt(61), Sunset: dateAt(60) } });
  expect([stops(late), stops(early)].flatMap(({ findings }) => findings)).toEqual([]);
});

it('reports nothing if no sunset was announced, or only to another key', () => {
  expect(stops(told(61, undefined), told(62, 'soon')).outcome).toBe('inconclusive');
  expect(stops(told(0, dateAt(60)), told(61, undefined, { credential: otherKey })).findings).toEqual([]);
});
