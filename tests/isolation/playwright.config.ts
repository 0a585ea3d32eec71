import { defineConfig } from '@playwright/test';
import { chromiumUse } from '../browser/chromium-use.js';

/** The Playwright edge in parallel workers, and with the next major of msw: everything that the main configuration cannot be. */
export default defineConfig({
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // A busy machine takes its time.
  expect: { timeout: 40_000 },
  timeout: 120_000,
  tsconfig: './tsconfig.msw-3.json',
  use: chromiumUse(),
  projects: [
    { name: 'sample', testMatch: ['sample.spec.ts', 'msw-major.spec.ts'] },
    { name: 'soak', testMatch: 'soak.spec.ts' },
    { name: 'msw-3', testDir: '../browser', testMatch: 'playwright-edge*.spec.ts' },
  ],
});
