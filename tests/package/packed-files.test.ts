import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../temporary-file.js';
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
  const named = [...JSON.stringify(description.exports).matchAll(/:"\.\/([^"]+)"/g)].map(([, path]) => path);
  const bin = description.bin['petstore-mock'];
  const needed = [...named, bin];
  expect(paths, 'run npm run build first').toEqual(expect.arrayContaining([...needed, 'README.md', 'LICENSE']));
  expect(paths.filter((path) => path.includes('.test.'))).toEqual([]);
  expect(paths.filter((path) => !/^(?:dist\/|docs\/|(?:fixtures|mocks|src)\/.*\.ts$|[^/]+$)/.test(path))).toEqual([]);
  expect(files.find(({ path }) => path === bin)).toMatchObject({ mode: 0o755 });
  expect(await readFile(join(root, bin), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('packs the source of everything that a source map or a declaration map leads to, and few others', async () => {
  const paths = new Set(files.map(({ path }) => path));
  const maps = [...paths].filter((path) => path.endsWith('.map'));
  expect(maps.filter((path) => path.endsWith('.d.ts.map')).length, 'run npm run build first').toBeGreaterThan(100);
  const needed = new Set<string>();
  for (const map of maps) {
    const { sources, sourcesContent } = JSON.parse(await readFile(join(root, map), 'utf8'));
    if (sourcesContent === undefined) for (const source of sources) needed.add(posix.join(posix.dirname(map), source));
  }
  expect([...needed].filter((path) => !paths.has(path))).toEqual([]);
  const others = [...paths].filter((path) => /^(?:fixtures|mocks|src)\//.test(path) && !needed.has(path));
  expect(others.length).toBeLessThan(30);
});

test('npm changes nothing in package.json when it publishes', async () => {
  const folder = await temporaryFolder();
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  await promisify(execFile)('npm', ['pkg', 'fix'], { cwd: folder });
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toEqual(description);
});

// npm 10 fails where it resolves vitest 4.1 or newer, even as an optional peer; `npm run test:installs` installs the package with it.
test('names no range of vitest as a peer', () => {
  expect(Object.keys(description.peerDependencies)).not.toContain('vitest');
  expect(description.peerDependenciesMeta.vitest).toEqual({ optional: true });
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
