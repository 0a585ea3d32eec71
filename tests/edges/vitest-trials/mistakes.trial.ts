/** Tests with a mistake, and some without; vitest-mistakes.test.ts expects their results. */
import { expect, test } from '../../../src/entries/vitest.js';
import type { PetstoreOptions } from '../../../src/index.js';

const headers = { authorization: 'Bearer test_free' };
const list = (baseUrl: string) => fetch(`${baseUrl}/inventory`, { headers });

test('lacks an await', ({ petstore }) => {
  void list(petstore.baseUrl);
});

test('uses another base URL', async ({ petstore }) => {
  await list(petstore.baseUrl.replace('/v1', '/v2')).catch(() => {});
});

test('lacks an await before an expectation', async ({ petstore }) => {
  void list(petstore.baseUrl);
  expect(petstore.journal.exchanges).toHaveLength(1);
});

const sameAddress = test.extend({ petstoreOptions: { baseUrl: 'https://api.example.test/v1' } });

sameAddress.concurrent('runs at the same time: first', async ({ petstore }) => {
  await list(petstore.baseUrl);
});

sameAddress.concurrent('runs at the same time: second', async ({ petstore }) => {
  await list(petstore.baseUrl);
});

test('aborts its request when it ends', async ({ petstore, onTestFinished }) => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  void fetch(`${petstore.baseUrl}/inventory`, { headers, signal: leaving.signal }).catch(() => {});
});

test('makes no mistake', async ({ petstore }) => {
  expect(await (await list(petstore.baseUrl)).json()).toHaveLength(7);
  expect(petstore.journal.exchanges).toHaveLength(1);
});

test('does not use its fake', async () => {
  await expect(fetch('http://127.0.0.1:4290/v1/inventory?api_key=secret')).rejects.toThrow();
});

test('does not use its fake, and sends nothing', () => {});

test('uses the service without a fake', async ({ petstoreGuard }) => {
  petstoreGuard.lift();
  // Nobody listens there.
  await expect(list('http://127.0.0.1:4290/v1')).rejects.toThrow();
});

const options: object = { petz: 3 };
const misspelt = test.extend({ petstoreOptions: options as PetstoreOptions });

misspelt('misspells an option', ({ petstore }) => {
  expect(petstore).toBeDefined();
});
