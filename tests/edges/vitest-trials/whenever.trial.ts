/** Requests at any time and of any client; vitest-mistakes.test.ts expects their results. Nobody listens at the address. */

import { afterAll, beforeAll } from 'vitest';
import { test as base, expect } from '../../../src/entries/vitest.js';
import { byFetch, byKeptGet, byNamedGet } from './kept-client.js';

const baseUrl = 'http://127.0.0.1:4291/v1';
const headers = { authorization: 'Bearer test_free' };
const list = (from: string) => fetch(`${baseUrl}/inventory?from=${from}`, { headers }).catch(() => {});
const test = base.extend({ petstoreOptions: { baseUrl } });

await list('the-module');
beforeAll(() => list('before-all'));
afterAll(() => list('after-all'));

test('a client that kept fetch', async ({ petstore }) => {
  await byFetch(`${petstore.baseUrl}/inventory`, { headers }).catch(() => {});
});

test('a client that kept http.get', async ({ petstore }) => {
  await byKeptGet(`${petstore.baseUrl}/inventory`, { headers }).catch(() => {});
});

test('a client that imports http.get by name', async ({ petstore }) => {
  expect(await byNamedGet(`${petstore.baseUrl}/inventory`, { headers })).toBe(200);
});
