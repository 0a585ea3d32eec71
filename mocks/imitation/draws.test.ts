import { expect, test } from 'vitest';
import type { LearnedHeader } from '../../src/fidelity/profile/profile.js';
import { drawsAt, prepareRenewal } from './draws.js';

test('the same numbers draw the same value', () => {
  expect(drawsAt(1, 2, 3)(4)).toBe(drawsAt(1, 2, 3)(4));
});

test('the value depends on every number and their order', () => {
  const draws = [
    drawsAt(1, 2, 3)(4),
    drawsAt(2, 1, 3)(4),
    drawsAt(1, 3, 2)(4),
    drawsAt(1, 2, 4)(3),
    drawsAt(1, 2, 3)(0),
  ];
  expect(new Set(draws).size).toBe(draws.length);
});

test('draws are spread evenly from 0 up to 1', () => {
  const tenths = Array(10).fill(0);
  for (let turn = 0; turn < 10_000; turn++) tenths[Math.floor(drawsAt(1, turn, 0)(0) * 10)]++;
  expect(tenths).toHaveLength(10);
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');
const many = (kind: LearnedHeader['kind'], value: string) => {
  const renew = prepareRenewal({ kind, value });
  return Array.from({ length: 200 }, (_, turn) => renew(drawsAt(1, turn, 1), NOON_MS));
};

test.each([
  ['uuid', '3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/],
  ['hex', 'A1B2C3D4E5F60798', /^[\dA-F]{16}$/],
  ['integer', '12345', /^[1-9]\d{4}$/],
  ['text', 'req_x12xX9', /^req_x[1-9]{2}xX[1-9]$/],
  ['hex', '0a0b0c0d', /^(?:0[a-f]){4}$/],
  ['text', 'xxxxxx', /^[g-z]{6}$/],
  ['text', 'app;dur=12.34ms', /^app;dur=[1-9]{2}\.[1-9]{2}ms$/],
  ['text', '0.0123', /^0\.0[1-9]{3}$/],
] as const)('a %s such as %s changes but keeps its format', (kind, value, look) => {
  const values = many(kind, value);
  for (const each of values) expect(each).toMatch(look);
  expect(new Set(values).size).toBeGreaterThan(100);
});

test.each([
  ['Thu, 01 Jan 2026 09:30:00 GMT', 'Sat, 21 Nov 2026 12:00:00 GMT'],
  ['2026-01-01T09:30:00Z', '2026-11-21T12:00:00.000Z'],
])('the date %s becomes now', (value, now) => {
  expect(many('text', value)[0]).toBe(now);
});
