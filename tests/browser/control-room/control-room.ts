import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { WorldOptions } from '../../../mocks/world-options.js';
import type { AdminClient } from '../../../src/admin/client/admin-client.js';
import { type ServedFake, serveFake, TOKEN } from '../../serve-fake.js';
import { watchTroubles } from './watch-troubles.js';

export { expect };

interface ControlRoomFixtures {
  /** Options of the served world; its time stands at noon. */
  readonly served: WorldOptions;
  readonly fake: ServedFake;
  readonly admin: AdminClient;
  /** Asks the service as an app does: `call('GET /inventory', { key: 'test_pro' })`. */
  readonly call: ServedFake['call'];
  /** Lets a trouble that belongs to the test pass: console errors, errors of the page, violations of its policy. */
  readonly letPass: (trouble: RegExp) => void;
}

export const test = base.extend<ControlRoomFixtures>({
  served: [{}, { option: true }],
  fake: async ({ served }, use) => {
    const fake = await serveFake({ clock: '2026-11-21T12:00:00Z', pets: 3, ...served });
    await use(fake);
    await fake.close();
  },
  admin: async ({ fake }, use) => use(fake.admin),
  call: async ({ fake }, use) => use(fake.call),
  letPass: async ({ context }, use) => {
    const troubles = watchTroubles(context);
    await use(troubles.letPass);
    expect(troubles.found(), 'troubles of the page').toEqual([]);
  },
  /** The control room, opened by its address with the token. Whatever a test does, the token stays nowhere to be read. */
  page: async ({ page, fake, letPass: _watched }, use) => {
    await page.goto(fake.address);
    await expect(connection(page)).toHaveText('Connection: Live');
    await use(page);
    expect(page.url()).not.toContain(TOKEN);
    expect(await page.content()).not.toContain(TOKEN);
  },
});

/** Goes to a page of the control room by its navigation. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

/** The card of a key, by the name that stands on it. */
export function keyCard(page: Page, name: string): Locator {
  return page.getByRole('listitem', { name, exact: true });
}

/**
 * Waits until the page has reported the result of an action. Events may show its effect before its response arrives, and the card
 * ignores further actions meanwhile. The message is shown briefly, and may be gone again.
 */
export async function expectReported(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByRole('status').getByRole('paragraph').filter({ hasText: words })).toHaveCount(1);
}

/** Expects the page not to scroll sideways, as soon as all that follows its width has done so. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), what).toBe(0);
}

/** Where the page shows whether it is live. */
export function connection(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: 'Connection: ' });
}
