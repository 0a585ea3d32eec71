// Long: in a real browser only, what fits a narrow screen.
import { pages } from '../../../src/dashboard/shell/route.js';
import { expect, expectNoSidewaysScroll, goTo, test } from './control-room.js';

test.use({ viewport: { width: 400, height: 800 } });

test('at 400 pixels every page is reachable, and none scrolls sideways', async ({ page, admin, call }) => {
  await admin.limits.set({ key: 'test_free', remaining: 1 });
  for (let sent = 0; sent < 3; sent++) await call('GET /inventory');
  await call('GET /a/path/that/is/far/longer/than/a/screen/of/a/phone/can/show/on/one/line');
  await admin.faults.add({ operation: 'updateInventory', status: 503 });
  await admin.keys.mint({ isolated: true });
  for (const name of Object.values(pages)) {
    await goTo(page, name);
    await expectNoSidewaysScroll(page, name);
  }
  await goTo(page, 'Requests');
  await page.getByRole('table', { name: 'Requests, newest first' }).locator('tbody tr').first().click();
  await expect(page.getByRole('heading', { level: 2, name: /^Request #\d/ })).toBeVisible();
  await expectNoSidewaysScroll(page, 'a request');
});

test('at 400 pixels the tab of the page is in view, when it opens and after a change of page', async ({ page }) => {
  const tabs = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const current = tabs.and(page.locator('[aria-current=page]'));
  for (const name of Object.values(pages).toReversed()) {
    await page.evaluate(`location.hash = '#/${name.toLowerCase()}'`);
    await expect(current).toHaveText(name);
    await expect(current).toBeInViewport({ ratio: 1 });
  }
  await goTo(page, 'Worlds');
  await page.reload();
  await expect(current).toHaveText('Worlds');
  await expect(current).toBeInViewport({ ratio: 1 });
});

test('at any width the row of a world shows all its content, and the world can be dropped', async ({ page, admin }) => {
  await admin.keys.mint({ isolated: true });
  await admin.keys.mint({ isolated: true });
  await page.getByRole('combobox', { name: 'World' }).selectOption('w1');
  await goTo(page, 'Worlds');
  const card = page.getByRole('region', { name: 'Worlds', exact: true });
  const drop = page.getByRole('button', { name: 'Drop the world w1' });
  const question = page.getByRole('dialog', { name: 'Drop the world w1?' });
  await expect(card.locator('tbody tr')).toHaveCount(3);
  for (const width of [400, 500, 600, 660, 700, 900, 1_280, 1_350]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(drop).toBeVisible();
    await expect.poll(() => page.evaluate(partsOutside), `${width} pixels`).toEqual([]);
    await drop.click();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
  }
});

/** Run in the page: the lines that stand out of their card, and the cells that stand out of their line, by more than a pixel may be rounded. */
const partsOutside = `(() => {
  const standsOut = ([inner, outer]) => {
    const [box, around] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
    return box.width === 0 || box.left < around.left - 1 || box.top < around.top - 1
      || box.right > around.right + 1 || box.bottom > around.bottom + 1;
  };
  return [...document.querySelectorAll('tbody tr')]
    .flatMap((line) => [[line, line.closest('.card')], ...[...line.children].map((cell) => [cell, line])])
    .filter(standsOut)
    .map(([inner]) => inner.outerHTML);
})()`;
