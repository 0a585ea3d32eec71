import type { Page } from '@playwright/test';
import { expect, test } from '../../src/entries/playwright.js';
import { ask, BASE_URL, SHOP, serveShop, update } from '../browser/shop.js';

const KEY = 'test_free';
const ROUNDS = 5;

/**
 * Declares tests that share a base URL, a key and a pet, and that each leave traces of their own everywhere: one that met
 * another's stock, quota, keys, faults or journal would fail.
 */
export function declareIsolatedTests(count: number): void {
  test.use({ petstoreOptions: { baseUrl: BASE_URL, pets: 3, clock: '2026-11-21T12:00:00Z' } });

  for (let index = 0; index < count; index++) {
    test(`test ${index} sees nothing of any other`, async ({ page, context, petstore }) => {
      await serveShop(context);
      await page.goto(SHOP);
      expect(petstore.journal.exchanges).toEqual([]);
      expect(await list(page, KEY)).toMatchObject({ status: 200, remaining: 59, first: { quantity: 44 } });

      const minted = petstore.keys.mint({ plan: index % 2 === 0 ? 'pro' : 'business' });
      const remaining = ROUNDS * 2 + (index % 20);
      petstore.limits.set(KEY, { remaining });
      petstore.clock.advance(index % 30);
      for (let round = 1; round <= ROUNDS; round++) {
        const quantity = index * 1_000 + round;
        expect(await update(page, 1, quantity)).toMatchObject({ status: 200 });
        expect(await list(page, KEY)).toMatchObject({ remaining: remaining - round * 2, first: { quantity } });
        expect(await list(page, minted)).toMatchObject({ remaining: (index % 2 === 0 ? 300 : 1_000) - round });
      }

      petstore.keys.ban(KEY);
      petstore.faults.always('listInventory', { status: 503 });
      expect(await list(page, minted)).toMatchObject({ status: 503 });
      expect(petstore).toHaveCalled('updateInventory', { times: ROUNDS });
      expect(petstore).toHaveCalled('listInventory', { times: 2 + ROUNDS * 2 });
    });
  }
}

/** Lets the page ask for the stock, and answers what there is to compare. */
async function list(page: Page, key: string) {
  const { status, headers, text } = await ask(page, `${BASE_URL}/inventory`, { key });
  return { status, remaining: Number(headers['x-ratelimit-remaining']), first: status === 200 && JSON.parse(text)[0] };
}
