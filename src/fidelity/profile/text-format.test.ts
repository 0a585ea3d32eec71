import { expect, it } from 'vitest';
import { formatOf } from './text-format.js';

it.each([
  ['2026-11-21', 'date'],
  ['2026-11-21T12:00:00Z', 'date-time'],
  ['2026-11-21t12:00:60.123+05:30', 'date-time'],
  ['C56A4180-65aa-42ec-a945-5fd21dec0538', 'uuid'],
  ['https://shop.example/a?b', 'uri'],
  ['kaethe@shop.example', 'email'],
  ['00417', 'digits'],
  ['-49.90', 'decimal'],
  ['EUR', 'currency'],
  ['09:30', 'time'],
  ['23:59:59', 'time'],
])('reads %s as %s', (text, format) => {
  expect(formatOf(text)).toBe(format);
});

it.each([
  '',
  '2026-13-01',
  '2026-11-21 12:00:00',
  '2026-11-21T12:00',
  'http://',
  'ftp://a.b',
  'a@b',
  'Hallo',
  'REX',
  '25:00',
  '1.2.3',
  '1,50',
])('reads %j as a text without a format', (text) => {
  expect(formatOf(text)).toBeUndefined();
});
