import { defineConfig } from '@playwright/test';

const { PETSTORE_CHROMIUM: executablePath, CI } = process.env;
// Below the ports that a machine hands out to whoever asks for any.
const FAKE = 'http://127.0.0.1:14742';
const APP = 'http://localhost:14743';
const serve = { reuseExistingServer: false, stdout: 'ignore', stderr: 'pipe', timeout: 180_000 } as const;

export default defineConfig({
  testDir: 'tests',
  // Every test has its own world, so they share one app and one fake at the same time.
  fullyParallel: true,
  workers: 2,
  forbidOnly: CI !== undefined,
  reporter: 'list',
  // A busy machine takes its time.
  timeout: 120_000,
  expect: { timeout: 40_000 },
  use: {
    baseURL: APP,
    browserName: 'chromium',
    launchOptions: {
      // An installed Chromium in place of Playwright's own: PETSTORE_CHROMIUM=/usr/bin/chromium npm test
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium's sandbox refuses to start as root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
  webServer: [
    {
      ...serve,
      url: `${FAKE}/readyz`,
      command: 'npx --no petstore-mock serve --port 14742 --world-header --admin-token local-admin',
    },
    {
      ...serve,
      url: APP,
      command: 'npx next dev --port 14743',
      env: {
        PETSTORE_URL: `${FAKE}/v1`,
        PETSTORE_KEY: 'test_free',
        NEXT_TELEMETRY_DISABLED: '1',
      },
    },
  ],
});
