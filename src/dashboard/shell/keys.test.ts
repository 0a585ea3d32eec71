import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keyLines, letterOf } from './keys.js';
import { pagesOf } from './route.js';

const docs = readFileSync('docs/control-room.md', 'utf8');

it.each(keyLines(false))('stands in the docs: $keys', ({ keys, does }) => {
  expect(docs).toContain(`| ${keys.map((key) => `\`${key}\``).join(' ')} | ${does} |`);
});

it('leads to each page by a letter of its own', () => {
  expect(pagesOf(false).map(letterOf).join('')).toBe('osrcfbwa');
});

it('lists only the pages that a proxy has', () => {
  expect(keyLines(true).filter(({ keys }) => keys[0] === 'g')).toHaveLength(4);
});
