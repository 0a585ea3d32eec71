import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { type Packed, pack } from './installed.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

let files: Packed['files'];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-mock-'));
  ({ files } = await pack(folder));
  return () => rm(folder, { recursive: true, force: true });
});

test('packs only what users need', async () => {
  const paths = files.map(({ path }) => path);
  const named = Object.values(description.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  const bin = description.bin['petstore-mock'];
  const needed = [...named, bin].map((path) => path.replace('./', ''));
  expect(paths, 'run npm run build first').toEqual(expect.arrayContaining([...needed, 'README.md', 'LICENSE']));
  expect(paths.filter((path) => path.includes('.test.'))).toEqual([]);
  expect(paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
  expect(paths.filter((path) => !/^(?:dist\/|docs\/|[^/]+$)/.test(path))).toEqual([]);
  expect(files.find(({ path }) => `./${path}` === bin)).toMatchObject({ mode: 0o755 });
  expect(await readFile(join(root, bin), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('packs the page of the control room', async () => {
  const built = (await readdir(join(root, 'dist/dashboard/assets'))).map((name) => `dist/dashboard/assets/${name}`);
  expect(built.length, 'run npm run build first').toBeGreaterThan(2);
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['dist/dashboard/index.html', ...built]));
});

test('the page loads nothing from elsewhere and nothing inline, as its policy requires', async () => {
  const html = await readFile(join(root, 'dist/dashboard/index.html'), 'utf8');
  const addresses = [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.filter((address) => !address.startsWith('/__admin/ui/assets/'))).toEqual([]);
  expect(html).not.toMatch(/<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)|<base|<form/i);
  const styles = (await readdir(join(root, 'dist/dashboard/assets'))).filter((name) => name.endsWith('.css'));
  for (const name of styles) {
    const css = await readFile(join(root, 'dist/dashboard/assets', name), 'utf8');
    expect({ name, fetched: css.match(/@import|url\((?!["']?(?:data:image|\/__admin\/ui\/|\.\/|#))[^)]*\)/g) }).toEqual(
      {
        name,
        fetched: null,
      },
    );
  }
});

test('includes the licences of everything bundled', async () => {
  const notices = await readFile(join(root, 'dist/third-party-notices.txt'), 'utf8');
  const names = [...notices.matchAll(/^={80}\n(\S+) \d/gm)].map(([, name]) => name);
  const ofPage = ['@preact/signals', 'preact'];
  expect(names).toEqual(expect.arrayContaining(['@mswjs/data', 'commander', ...ofPage]));
});
