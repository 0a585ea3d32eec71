import { expect as playwrightExpect } from '@playwright/test';
import { petstoreMatchers } from '../matchers/petstore-matchers.js';

export type { ObserveOptions } from '../observe/observe-options.js';
export type { ExpectOptions, ObservedService } from '../observe/observe-service.js';
export { observeContext } from '../observe/playwright/observe-context.js';
export { type ObserveFixtures, type ObserveTestOptions, test } from '../observe/playwright/observed-test.js';
export type { Violation } from '../observe/violations.js';

/** Playwright's `expect` with `toConformTo`, `toHaveCalled` and `toBeWellMannered`. */
export const expect = playwrightExpect.extend(petstoreMatchers);
