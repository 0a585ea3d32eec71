import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that look at colours: themes differ in nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects axe to find no violations in the page, in the light theme and in the dark one. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await violationsOf(page), `${what}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await violationsOf(page, COLOUR_RULES), `${what}, dark`).toEqual([]);
}

/** Returns the violations that axe finds in the page, one line each; default: of all rules. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) })
    // Without frames no other page is needed to collect the results.
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}
