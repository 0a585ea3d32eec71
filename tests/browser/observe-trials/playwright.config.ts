import { defineConfig } from '@playwright/test';
import type { ObserveTestOptions } from '../../../src/entries/observe-playwright.js';
import { chromiumUse } from '../chromium-use.js';

interface Trial {
  readonly name: string;
  readonly observe: ObserveTestOptions['observe'];
  /** The tests that are run, by a part of their titles. */
  readonly titled: string;
}

/** A project for each service that whoever starts this has put on a port. */
const trials = JSON.parse(process.env.OBSERVED_SERVICES ?? '[]') as Trial[];

export default defineConfig<object, ObserveTestOptions>({
  testMatch: 'shop.trial.ts',
  workers: 1,
  retries: 0,
  reporter: 'json',
  // As long as those that start them may wait.
  expect: { timeout: 20_000 },
  timeout: 60_000,
  use: chromiumUse(),
  projects: [
    ...trials.map(({ name, observe, titled }) => ({ name, grep: new RegExp(titled), use: { observe } })),
    { name: 'world', testMatch: 'world.trial.ts' },
  ],
});
