/** Runs the example's own checks and tests, in the browser that the other tests use. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../tests/browser/find-chromium.js';

const browser = findChromium({ env: process.env, exists: existsSync, ownChromium: chromium.executablePath() });
const env = { ...process.env, ...(browser === undefined ? {} : { PETSTORE_CHROMIUM: browser }) };
const cwd = fileURLToPath(new URL('../examples/storefront', import.meta.url));

for (const script of ['check', 'test']) {
  const { status } = spawnSync('npm', ['run', '--silent', script], { cwd, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status !== 0) break;
}
