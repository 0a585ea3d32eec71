// Long: the licences of whatever is bundled are found.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledPackages, thirdPartyNotices } from '../../scripts/third-party-notices.js';
import { temporaryFolder } from '../temporary-file.js';

async function install(files: Readonly<Record<string, string>>) {
  const root = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, 'node_modules', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return root;
}

const noticesOf = async (inputs: readonly string[], root: string) =>
  thirdPartyNotices(await bundledPackages(inputs, root));

const description = (name: string, more: object = {}) => JSON.stringify({ name, version: '1.2.3', ...more });

test('lists the licence of each package once, in order, by whatever path it was found', async () => {
  const root = await install({
    'b/package.json': description('b'),
    'b/LICENSE.md': 'licence of b',
    '@a/a/package.json': description('@a/a', { license: 'MIT' }),
  });
  const inputs = [
    'node_modules/b/dist/b.js',
    join(root, 'node_modules/b/b.css?url'),
    'node_modules/@a/a/a.js',
    'src/x.ts',
  ];
  const text = await noticesOf(inputs, root);
  expect(text.split(`${'='.repeat(80)}\n`).slice(1)).toEqual([
    '@a/a 1.2.3\n\nLicence: MIT\n\n',
    'b 1.2.3\n\nlicence of b\n',
  ]);
});

test('lists the notices of a package, and of packages bundled into it', async () => {
  const root = await install({
    'a/package.json': description('a'),
    'a/LICENSE': 'licence of a',
    'a/NOTICE': 'notice of a',
    'a/dist/bundle.js.LICENSE.txt': 'licence of what is in the bundle',
    'a/dist/other.js.LICENSE.txt': 'licence of what was not taken',
  });
  const text = await noticesOf(['node_modules/a/dist/bundle.js'], root);
  expect(text).toMatch(/a 1\.2\.3\n\nlicence of a\n\nnotice of a\n\nlicence of what is in the bundle\n$/);
});

test('skips virtual modules of a bundler', async () => {
  expect(await noticesOf(['\0node_modules/a/helper.js'], '/')).not.toContain('=');
});

test('rejects a package without a licence', async () => {
  const root = await install({ 'a/package.json': description('a') });
  await expect(noticesOf(['node_modules/a/a.js'], root)).rejects.toThrow('a is bundled and has no licence');
});
