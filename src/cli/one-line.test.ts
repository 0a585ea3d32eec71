import { expect, test } from 'vitest';
import { oneLine } from './one-line.js';

test('spells out what breaks lines or steers a terminal', () => {
  expect(oneLine('a\nb\r\u001b[31mc\u007f\u0085\u2028d')).toBe('a\\u000ab\\u000d\\u001b[31mc\\u007f\\u0085\\u2028d');
});

test('leaves every other text as it is', () => {
  expect(oneLine('naïve “pets” 🐈 — a\\nb')).toBe('naïve “pets” 🐈 — a\\nb');
});
