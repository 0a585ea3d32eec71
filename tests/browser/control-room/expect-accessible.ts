import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules that look at colours: themes differ in nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects axe to find no violations in the page, in the light theme and in the dark one. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await violationsOf(page), `${what}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Colours fade: between two of them, the contrast is too low.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  expect.soft(await violationsOf(page, COLOUR_RULES), `${what}, dark`).toEqual([]);
}

/** Returns the violations that axe finds in the page, one line each; default: of all rules. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Its half a megabyte is sent to a page once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    options,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`));
}
