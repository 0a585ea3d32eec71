import { expect, test } from 'vitest';
import type { LearnedHeader } from '../../src/profile/profile.js';
import { drawsAt } from './draws-at.js';
import { prepareRenewal } from './renew-value.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');
const many = (kind: LearnedHeader['kind'], value: string) => {
  const renew = prepareRenewal({ kind, value });
  return Array.from({ length: 200 }, (_, turn) => renew(drawsAt(1, turn, 1), NOON_MS));
};

test.each([
  ['uuid', '3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/],
  ['hex', 'A1B2C3D4E5F60798', /^[\dA-F]{16}$/],
  ['integer', '12345', /^[1-9]\d{4}$/],
  ['text', 'req_xX1xxXx9', /^req_[g-z][G-Z][1-9][g-z]{2}[G-Z][g-z][1-9]$/],
  ['hex', '0a0b0c0d', /^(?:\d[a-f]){4}$/],
  ['text', 'xxxxxx', /^[g-z]{6}$/],
  ['text', 'app;dur=12.34ms', /^app;dur=[1-9]\d\.[1-9]\dms$/],
  ['text', '0.0123', /^0\.0\d{3}$/],
] as const)('a %s such as %s changes and keeps its look', (kind, value, look) => {
  const values = many(kind, value);
  for (const each of values) expect(each).toMatch(look);
  expect(new Set(values).size).toBeGreaterThan(100);
});

test.each([
  ['Thu, 01 Jan 2026 09:30:00 GMT', 'Sat, 21 Nov 2026 12:00:00 GMT'],
  ['2026-01-01T09:30:00Z', '2026-11-21T12:00:00.000Z'],
])('the moment %s becomes now', (value, now) => {
  expect(many('text', value)[0]).toBe(now);
});
