import { existsSync } from 'node:fs';
import { chromium, defineConfig } from '@playwright/test';
import { findChromium } from './tests/browser/find-chromium.js';

const executablePath = findChromium({
  env: process.env,
  exists: existsSync,
  ownChromium: chromium.executablePath(),
});

export default defineConfig({
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  projects: [
    {
      name: 'browser',
      testDir: 'tests/browser',
      testMatch: '*.spec.ts',
      use: {
        browserName: 'chromium',
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          args: [
            // Nothing here talks to the network, and a browser that tries to would wait for it.
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--disable-quic',
            '--disable-gpu',
            '--no-first-run',
            // Chromium's sandbox refuses to start as root.
            ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          ],
        },
      },
    },
  ],
});
