import { expect, it, test } from 'vitest';
import type { KeyPage } from '../../admin/schemas/keys.js';
import { formatCount, formatDelay, nameOfKey, toneOf } from './display.js';

it.each([
  [200, 'ok'],
  [404, 'refused'],
  [429, 'limited'],
  [503, 'failed'],
  [null, 'broken'],
] as const)('%s has the tone %s', (status, tone) => {
  expect(toneOf(status)).toBe(tone);
});

it('separates thousands', () => {
  expect(formatCount(100_000).replaceAll('\u202f', ' ')).toBe('100 000');
  expect(formatCount(999)).toBe('999');
});

test.each([
  [0, ''],
  [0.4, '<1 ms'],
  [1, '1 ms'],
  [12.4, '12 ms'],
  [1500, '1.5 s'],
  [30_000, '30 s'],
])('%d ms is written as %j', (delayMs, text) => {
  expect(formatDelay(delayMs)).toBe(text);
});

const key = (alias: string, name: string | null) => ({ alias, name });
const keys = { items: [key('key#2', 'test_pro'), key('key#4', null)] } as unknown as KeyPage;

test('a sample key has its name, any other key its pseudonym', () => {
  expect(nameOfKey(keys, 'key#2')).toBe('test_pro');
  expect(nameOfKey(keys, 'key#4')).toBe('key#4');
});

test('a key that the page has not read has its pseudonym', () => {
  expect(nameOfKey(keys, 'key#4711')).toBe('key#4711');
  expect(nameOfKey(undefined, 'key#1')).toBe('key#1');
});
