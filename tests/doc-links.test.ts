import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...docs.map((page) => `docs/${page}`),
];

test.each(pages)('every link of %s leads to an existing file', (page) => {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)];
  const targets = links.map(([, target = '']) => target);
  expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('every file and folder that %s names exists', (page) => {
  const named = [
    ...readFileSync(join(root, page), 'utf8').matchAll(/`((?:src|mocks|contract-tests|fixtures|tests)\/[\w./-]*)`/g),
  ];
  const paths = named.map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
