/** Runs the examples' own checks and tests: the storefront in the browser that the other tests use, jest with the packed package. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../tests/browser/find-chromium.js';

const example = (name: string) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

const browser = findChromium({ env: process.env, exists: existsSync, ownChromium: chromium.executablePath() });
const env = { ...process.env, ...(browser === undefined ? {} : { PETSTORE_CHROMIUM: browser }) };

const storefront = example('storefront');
run(storefront, 'npm', 'run', '--silent', 'check');
run(storefront, 'npm', 'run', '--silent', 'test');

// It has a lockfile of its own: jest's packages would double the installation of this repository.
const jest = example('jest-commonjs');
if (!existsSync(join(jest, 'node_modules/jest'))) run(jest, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
installPacked(join(jest, 'node_modules/petstore-mock'));
run(jest, 'npm', 'run', '--silent', 'test');

/** Its dependencies are found in the node_modules of this repository. */
function installPacked(folder: string): void {
  const packed = mkdtempSync(join(tmpdir(), 'petstore-mock-'));
  run(
    fileURLToPath(new URL('..', import.meta.url)),
    'npm',
    'pack',
    '--silent',
    '--ignore-scripts',
    '--pack-destination',
    packed,
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(packed, 'tar', '-xf', ...readdirSync(packed), '-C', folder, '--strip-components=1');
  rmSync(packed, { recursive: true });
}

function run(cwd: string, program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { cwd, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
