import { expect, test } from 'vitest';
import { oneLine, plainLines } from './one-line.js';

test('spells out what breaks lines or steers a terminal', () => {
  expect(oneLine('a\nb\r\u001b[31mc\u007f\u0085\u2028d')).toBe('a\\u000ab\\u000d\\u001b[31mc\\u007f\\u0085\\u2028d');
});

test('spells out what makes a text read as another, and half characters', () => {
  expect(oneLine('\u202etxt.exe \ud800!')).toBe('\\u202etxt.exe \\ud800!');
});

test('leaves every other text as it is', () => {
  expect(oneLine('naïve “pets” 🐈 👩‍⚕️ — a\\nb')).toBe('naïve “pets” 🐈 👩‍⚕️ — a\\nb');
});

test('keeps lines and tabs where they are wanted', () => {
  expect(plainLines('a\r\n\tb\u001b[0m\u2028')).toBe('a\n\tb\\u001b[0m\\u2028');
});
