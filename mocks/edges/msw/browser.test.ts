import { expect, test } from 'vitest';
import { setupPetstoreWorker } from './browser.js';

test('outside a browser it says what to take instead', () => {
  expect(() => setupPetstoreWorker()).toThrow(
    "Making the worker: this is no browser. Take setupPetstoreServer from 'petstore-mock/node' where Node sends the requests, in jsdom too.",
  );
});
