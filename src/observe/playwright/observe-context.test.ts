import type { BrowserContext } from '@playwright/test';
import { expect, test } from 'vitest';
import { observeContext } from './observe-context.js';

const baseUrl = 'https://staging.example.test/v1';

test.each<[string, unknown]>([
  ['it is not a browser context', undefined],
  ['it is not a browser context', { goto: () => {} }],
  ['the context is a promise', Promise.resolve({})],
])('rejects what is not a context: %s', (problem, context) => {
  expect(() => observeContext(context as BrowserContext, { baseUrl })).toThrow(`Observing a context: ${problem}`);
});
