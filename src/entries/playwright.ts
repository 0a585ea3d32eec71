import { expect as playwrightExpect } from '@playwright/test';
import { petstoreMatchers } from '../matchers/petstore-matchers.js';

export { type PetstoreFixtures, type PetstoreTestOptions, test } from '../../mocks/edges/playwright/playwright-test.js';
export { type PetstoreRoute, routePetstore } from '../../mocks/edges/playwright/route-petstore.js';
export { type WorldFixtures, type WorldTestOptions, worldTest } from '../../mocks/edges/playwright/world-test.js';

/** Playwright's `expect` with `toConformTo`, `toHaveCalled` and `toBeWellMannered`. */
export const expect = playwrightExpect.extend(petstoreMatchers);
