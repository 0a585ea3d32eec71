import { expect as playwrightExpect } from '@playwright/test';
import { petstoreMatchers } from '../matchers/petstore-matchers.js';

export type { ExpectOptions, ObservedService, ObserveOptions, Violation } from '../observe/observe-service.js';
export { observeContext } from '../observe/playwright/observe-context.js';
export { type ObserveFixtures, type ObserveTestOptions, test } from '../observe/playwright/observed-test.js';

/** Playwright's `expect` with `toConformTo`, `toHaveCalled` and `toBeWellMannered`. */
export const expect = playwrightExpect.extend(petstoreMatchers);
