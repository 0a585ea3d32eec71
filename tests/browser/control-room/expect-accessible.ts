import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects axe to find nothing in what the page shows, neither in the light theme nor in the dark one. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await violationsOf(page), `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** Returns what axe finds in the page, in words. */
async function violationsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // There are no frames, for whose sake a page of its own would be opened for each verdict.
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}
