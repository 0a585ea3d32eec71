import type { BrowserContext } from '@playwright/test';
import { expect, test } from 'vitest';
import { observeContext } from './observe-context.js';

const baseUrl = 'https://staging.example.test/v1';

test.each<[string, unknown]>([
  ['there is no context', undefined],
  ['there is no context', { goto: () => {} }],
  ['the context is a promise', Promise.resolve({})],
])('refuses what is none: %s', (problem, context) => {
  expect(() => observeContext(context as BrowserContext, { baseUrl })).toThrow(`Observing a context: ${problem}`);
});
