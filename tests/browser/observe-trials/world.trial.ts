import { expect } from '@playwright/test';
import { worldTest as test } from '../../../src/entries/playwright.js';

test('uses a world', ({ world }) => {
  expect(world.worldId).toBeTruthy();
});
