import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-file.js';
import { pack } from './installed.js';

test('npm 10, which comes with Node 20 and 22, installs the package beside every peer', async () => {
  const folder = await temporaryFolder();
  const { tarball } = await pack(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const packages = [tarball, 'msw@2', '@playwright/test', 'redis', 'vitest@4.0'];
  // It resolves everything, where it failed, and downloads only descriptions.
  const flags = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await promisify(execFile)('npx', ['--yes', 'npm@10', 'install', ...flags, ...packages], { cwd: folder });
  const { packages: locked } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  expect(Object.keys(locked)).toEqual(expect.arrayContaining(['node_modules/petstore-mock', 'node_modules/vitest']));
  // It fetches npm 10 and asks for every description: a minute where nothing else runs.
}, 300_000);
