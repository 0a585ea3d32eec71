// Long: in a real browser only, the order of Tab, the outline of the focus, and where it returns to.
import type { Locator, Page } from '@playwright/test';
import { expect, goTo, keyCard, test } from './control-room.js';

const MOST_STEPS = 80;

/** Goes to a control by nothing but Tab, and checks that the focus is seen there. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  // Who tabs on before it is there goes past it.
  await expect(control).toBeVisible();
  const isThere = async () => (await control.and(page.locator(':focus')).count()) > 0;
  for (let step = 0; step < MOST_STEPS && !(await isThere()); step++) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
  expect(await page.evaluate(outlineOfFocus), 'the outline of what has the focus').toMatch(/solid [1-9]/);
}

/** Run in the page: the outline of what has the focus, or of what stands around it. */
const outlineOfFocus = `[document.activeElement, document.activeElement.parentElement]
  .map((element) => getComputedStyle(element))
  .map(({ outlineStyle, outlineWidth }) => outlineStyle + ' ' + outlineWidth)
  .join(', ')`;

/** Opens a page of the control room by keyboard, from wherever the focus is. */
async function openByKeyboard(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();
}

test('a pet is edited by keyboard', { tag: '@short' }, async ({ page, call }) => {
  await openByKeyboard(page, 'Stock');
  const first = page.getByRole('button', { name: 'Edit pet 1', exact: true });
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  await page.keyboard.type('4711');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await call('GET /inventory')).text).toContain('"petId":1,"quantity":4711');
  await expect(first).toBeFocused();
});

test('a request is opened and closed by keyboard', { tag: '@short' }, async ({ page, call }) => {
  for (let sent = 0; sent < 3; sent++) await call('GET /inventory');
  await openByKeyboard(page, 'Requests');
  const links = page.getByRole('table', { name: 'Requests, newest first' }).locator('tbody').getByRole('link');
  await expect(links).toHaveCount(3);
  await tabTo(page, links.first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Request #2' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 2, name: /^Request #\d/ })).toBeHidden();
  await expect(links.nth(1)).toBeFocused();
});

test('the clock, a fault, an open question and the rules are reached and used by keyboard', async ({
  page,
  admin,
  call,
}) => {
  await tabTo(page, page.getByRole('button', { name: 'Advance by 1h' }));
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await call('GET /inventory')).headers.get('date'))
    .toBe('Sat, 21 Nov 2026 13:00:00 GMT');

  await openByKeyboard(page, 'Faults');
  await tabTo(page, page.getByRole('textbox', { name: 'Status' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('429');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await call('GET /inventory')).status).toBe(429);

  await openByKeyboard(page, 'Behaviour');
  // The page has more stops than anybody would tab through.
  await page.evaluate("location.hash = '#/behaviour/ban-threshold'");
  await expect(page.getByRole('listitem', { name: 'ban-threshold' })).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Choice for ban-threshold' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  const response = async () => (await admin.behaviour.list()).items.find(({ id }) => id === 'ban-threshold')?.choice;
  await expect.poll(response).toBe(7);

  await openByKeyboard(page, 'Contract');
  const unseen = page.getByRole('region', { name: 'Not exercised' });
  await tabTo(page, unseen.locator('summary'));
  await page.keyboard.press('Enter');
  await expect(unseen.getByRole('listitem').first()).toContainText('not exercised');
});

test('a dialog takes the focus, a confirmation too, and both return it', async ({ page, call, admin }) => {
  await call('GET /inventory');
  const card = keyCard(page, 'test_free');
  await expect(card).toContainText('59 of 60 left');
  const button = card.getByRole('button', { name: 'Set remaining' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const left = page.getByRole('dialog').getByRole('textbox', { name: /^Remaining requests/ });
  await expect(left).toBeFocused();
  await expect(left).toHaveValue('59');
  // Typing replaces the value.
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('7 of 60 left');
  await expect(button).toBeFocused();

  await openByKeyboard(page, 'Worlds');
  const open = page.getByRole('button', { name: 'Open a world' });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Open' }));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await admin.worlds.list()).total).toBe(2);
  await expect(page.getByRole('dialog', { name: 'The world w1 is open' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();

  const drop = page.getByRole('button', { name: 'Drop the world w1' });
  await tabTo(page, drop);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Drop the world w1?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(drop).toBeFocused();
});

test('the first Tab skips the navigation', async ({ page }) => {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused();
  await goTo(page, 'Stock');
});
