import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../temporary-file.js';
import { pack } from './installed.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('packs what users need and nothing else', async () => {
  const { files } = await pack(await temporaryFolder());
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
