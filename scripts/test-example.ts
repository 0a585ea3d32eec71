/** Runs the examples' own checks and tests, in the browser that the other tests use: the storefront, jest and Next.js with the packed package. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
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

// They have lockfiles of their own: their packages would double the installation of this repository.
for (const [name, main] of Object.entries({ 'jest-commonjs': 'jest', next: 'next' })) {
  const folder = example(name);
  if (!existsSync(join(folder, 'node_modules', main)))
    run(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  installPacked(folder);
  run(folder, 'npm', 'run', '--silent', 'test');
}

/** The dependencies of the package are found in the node_modules of this repository. */
function installPacked(project: string): void {
  const packed = mkdtempSync(join(tmpdir(), 'petstore-mock-'));
  const folder = join(project, 'node_modules/petstore-mock');
  const command = join(project, 'node_modules/.bin/petstore-mock');
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
  rmSync(command, { force: true });
  symlinkSync('../petstore-mock/dist/cli/main.js', command);
}

function run(cwd: string, program: string, ...args: string[]): void {
  const { status } = spawnSync(program, args, { cwd, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
