/**
 * Makes sure that there is a browser for the tests, by the gentlest way that works: one that is installed, Playwright's
 * download, and on Debian as root the distribution's package.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from '@playwright/test';
import { findChromium } from '../tests/browser/find-chromium.js';

const ATTEMPT_MS = 300_000;

const advice = `The browser tests need Chromium, and there is none that starts.
Do one of these and try again:
  Debian:       sudo apt-get install chromium-headless-shell
  elsewhere:    npx playwright install --with-deps chromium
  any Chrome:   PETSTORE_CHROMIUM=/path/to/chrome npm test
`;

const ways = [
  nothing,
  downloadPlaywrights,
  () => installPackage('chromium-headless-shell'),
  () => installPackage('chromium'),
];
try {
  const browser = firstBrowser();
  process.stderr.write(browser === undefined ? advice : `Browser: ${browser}\n`);
  process.exitCode = browser === undefined ? 1 : 0;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function firstBrowser(): string | undefined {
  for (const way of ways) {
    way();
    const path = findChromium({ env: process.env, exists: existsSync, ownChromium: chromium.executablePath() });
    if (path !== undefined && starts(path)) return path;
  }
  return undefined;
}

/** A download without the system libraries that it needs does not start. */
function starts(path: string): boolean {
  // Chrome on Windows opens a window for `--version`.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function nothing(): void {}

function downloadPlaywrights(): void {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  attempt(process.execPath, [cli, 'install', 'chromium']);
}

function installPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  attempt('apt-get', ['update']);
  attempt('apt-get', ['install', '--yes', '--no-install-recommends', name]);
}

/** Runs a command with its output on stderr; whether it helped is seen by looking for a browser again. */
function attempt(command: string, args: readonly string[]): void {
  process.stderr.write(`No browser yet: trying ${command} ${args.join(' ')}\n`);
  spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    timeout: ATTEMPT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
