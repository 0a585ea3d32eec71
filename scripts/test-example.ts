/** Runs the examples' own checks and tests, in the browser that the other tests use: the storefront, jest and Next.js with the packed package. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../tests/browser/find-chromium.js';

const example = (name: string) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

const browser = findChromium({ env: process.env, exists: existsSync, ownChromium: chromium.executablePath() });
const env = { ...process.env, ...(browser === undefined ? {} : { PETSTORE_CHROMIUM: browser }) };

// They have lockfiles of their own: their packages would double the installation of this repository.
const withOwnPackages = { 'jest-commonjs': 'jest', next: 'next' };
const installations = Object.entries(withOwnPackages)
  .filter(([name, main]) => !existsSync(join(example(name), 'node_modules', main)))
  .map(([name]) => start(example(name), 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'));

const storefront = example('storefront');
await start(storefront, 'npm', 'run', '--silent', 'check');
await start(storefront, 'npm', 'run', '--silent', 'test');

await Promise.all(installations);
const packed = mkdtempSync(join(tmpdir(), 'petstore-mock-'));
const root = fileURLToPath(new URL('..', import.meta.url));
await start(root, 'npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', packed);
for (const name of Object.keys(withOwnPackages)) {
  await installPacked(example(name));
  await start(example(name), 'npm', 'run', '--silent', 'test');
}
rmSync(packed, { recursive: true });

/** The dependencies of the package are found in the node_modules of this repository. */
async function installPacked(project: string): Promise<void> {
  const folder = join(project, 'node_modules/petstore-mock');
  const command = join(project, 'node_modules/.bin/petstore-mock');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await start(packed, 'tar', '-xf', ...readdirSync(packed), '-C', folder, '--strip-components=1');
  rmSync(command, { force: true });
  symlinkSync('../petstore-mock/dist/cli/main.js', command);
}

/** Runs a program to its end; the first that fails ends this script. */
async function start(cwd: string, program: string, ...args: string[]): Promise<void> {
  const [status] = await once(spawn(program, args, { cwd, env, stdio: 'inherit' }), 'exit');
  if (status !== 0) process.exit(status ?? 1);
}
