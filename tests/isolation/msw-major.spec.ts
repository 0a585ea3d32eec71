import { HttpHandler } from 'msw';
import { expect, test } from '../../src/entries/playwright.js';
import { createPetstore } from '../../src/index.js';

test('the fake stands on the next major of msw', async () => {
  expect(createPetstore().handlers[0]).toBeInstanceOf(HttpHandler);
  // It left with msw 2.
  expect(await import('msw')).not.toHaveProperty('handleRequest');
});
