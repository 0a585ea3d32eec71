import { defineConfig } from '@playwright/test';
import type { PetstoreTestOptions } from 'petstore-mock/playwright';

// Below the ports that a machine hands out to whoever asks for any.
const BUILT = 'http://127.0.0.1:14740';
const DEV = 'http://127.0.0.1:14741';
const { PETSTORE_CHROMIUM: executablePath, CI } = process.env;
const serve = { reuseExistingServer: false, stdout: 'ignore', stderr: 'pipe', timeout: 180_000 } as const;

export default defineConfig<PetstoreTestOptions>({
  testDir: 'tests/browser',
  // Every test has a fake of its own.
  fullyParallel: true,
  workers: 2,
  forbidOnly: CI !== undefined,
  reporter: 'list',
  // A busy machine takes its time.
  timeout: 120_000,
  expect: { timeout: 40_000 },
  use: {
    browserName: 'chromium',
    launchOptions: {
      // An installed Chromium in place of Playwright's own: PETSTORE_CHROMIUM=/usr/bin/chromium npm test
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium's sandbox refuses to start as root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
  projects: [
    // The page as it is shipped. Its requests are answered by petstore-mock/playwright.
    { name: 'built', testIgnore: 'worker.spec.ts', use: { baseURL: BUILT } },
    // The page as `npm run dev` serves it, with the fake inside. Its worker has to be allowed.
    { name: 'dev', testMatch: 'worker.spec.ts', use: { baseURL: DEV, serviceWorkers: 'allow' } },
  ],
  webServer: [
    { ...serve, url: BUILT, command: 'npm run build && npx vite preview --host 127.0.0.1 --port 14740 --strictPort' },
    { ...serve, url: DEV, command: 'npx vite --host 127.0.0.1 --port 14741 --strictPort' },
  ],
});
