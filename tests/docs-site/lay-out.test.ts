import { expect, test } from 'vitest';
import { laidOut } from '../../docs/.vitepress/api-reference/lay-out.js';

test('indents by two spaces, and leaves a short comment on its line', () => {
  expect(laidOut('interface A {\n    /** Short. */\n    b: {\n        c: string;\n    };\n}')).toBe(
    'interface A {\n  /** Short. */\n  b: {\n    c: string;\n  };\n}',
  );
});

test('joins a short comment of several lines', () => {
  expect(laidOut('    /**\n     * One\n     * line.\n     */\n    a: 1;')).toBe('  /** One line. */\n  a: 1;');
});

test('breaks a comment that is wider than the page, and keeps its words', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const text = laidOut(`    /** ${words} */\n    a: 1;`);
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(72);
  expect(text.match(/word\d+/g)?.join(' ')).toBe(words);
  expect(text).toMatch(/^ {2}\/\*\*\n {3}\* word0 .*\n {3}\*\/\n {2}a: 1;$/s);
});

test('never breaks a word that is wider than the page', () => {
  const address = `https://example.test/${'a'.repeat(100)}`;
  expect(laidOut(`/** See ${address} */`)).toBe(`/**\n * See\n * ${address}\n */`);
});
