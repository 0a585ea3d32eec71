// Long: links of the pages, and to the API, lead somewhere: it needs the built declarations.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sidebar } from '../docs/.vitepress/sidebar.js';
import { slugOf } from '../docs/.vitepress/slug.js';
import description from '../package.json' with { type: 'json' };
import { adminOperations } from '../src/admin/operations.js';
import { sourceFiles } from './house/imports.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
const decisions = readdirSync(join(root, 'decisions')).map((page) => `decisions/${page}`);
const pages = [
  'README.md',
  'SKILL.md',
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

test.each(pages)('every anchor in a link of %s is that of a heading', (page) => {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]*\.md)?#([^)]+)\)/g)];
  const lost = links.filter(([, target, anchor = '']) => {
    const file = target === undefined ? join(root, page) : join(root, dirname(page), target);
    return !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

test.each(pages)('every column of a table of %s has a heading; that of its rows may have none', (page) => {
  const headings = readFileSync(join(root, page), 'utf8').matchAll(/^(\|.*\|)\n\|(?:[ :-]+\|)+$/gm);
  const isIncomplete = (row: string) =>
    row
      .split('|')
      .slice(2, -1)
      .some((heading) => heading.trim() === '');
  expect([...headings].map(([, row = '']) => row).filter(isIncomplete)).toEqual([]);
});

test('every page of docs/ is in the sidebar of the site', () => {
  const listed = sidebar.flatMap(({ items }) => items.map(({ link }) => `${link.slice(1)}.md`));
  expect([...listed.filter((page) => !page.startsWith('api/')), 'index.md'].sort()).toEqual([...docs].sort());
});

test('docs/dependencies.md names every dependency', () => {
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const { dependencies, devDependencies, peerDependencies } = description;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  expect(names.filter((name) => !new RegExp(`(?<![\\w/-])${name}(?![\\w/-])`).test(page))).toEqual([]);
});

test.each(['docs/cypress.md', 'docs/plain-http.md'])('every admin call of %s exists', (page) => {
  const called = [...readFileSync(join(root, page), 'utf8').matchAll(/(?:petstore\('|\{ADMIN\})(\/[a-z/]+)/g)];
  const posted = Object.values(adminOperations)
    .filter(({ method }) => method === 'POST')
    .map(({ path }): string => path);
  expect(called.length).toBeGreaterThan(2);
  expect(called.map(([, path = '']) => path).filter((path) => !posted.includes(path))).toEqual([]);
});

test('every message that the troubleshooting page quotes is one of the product', () => {
  const headings = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8').matchAll(/^### `(.+)`$/gm);
  const quoted = [...headings].map(([, text = '']) => text).filter((text) => !foreign.has(text));
  const code = sourceFiles('src', 'mocks', 'contract-tests')
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter((text) => !code.includes(text))).toEqual([]);
});

test.each([...pages, ...decisions])('every file and folder of the project that %s names exists', (page) => {
  const rooms = 'src|mocks|contract-tests|fixtures|tests|scripts|deploy|attack|benchmarks|examples|decisions|docs';
  const named = readFileSync(join(root, page), 'utf8').matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]*)\``, 'g'));
  const paths = [...named].map(([, path = '']) => path).filter((path) => !ofTheReader.has(path));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Files of a project that uses this one. */
const ofTheReader = new Set(['tests/world.ts', 'src/main.ts']);

/** Messages of other programs. */
const foreign = new Set(['Must use import to load ES Module']);

function anchorsOf(markdown: string): string[] {
  const headings = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => slugOf(heading));
}
