// Long: the built site of the docs works, with its demo, its search and its reference.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import description from '../../package.json' with { type: 'json' };
import { expectAccessible } from './control-room/expect-accessible.js';
import { type DocsSite, serveDocsSite } from './docs-site.js';

let site: DocsSite;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await serveDocsSite();
});
test.afterAll(() => site.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const response = (page: Page) => page.getByLabel('Response', { exact: true });
const request = (page: Page) => page.getByLabel('Request', { exact: true });

test('the demo lists the stock, sells a pet, meets a 429, and goes on after the clock moved', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.address);

  // It begins with a request, not with an empty box.
  await expect(request(page)).toContainText('GET /v1/inventory');
  await expect(response(page)).toContainText('X-RateLimit-Remaining: 59');
  await press(page, 'List the stock');
  await expect(response(page)).toContainText('200 OK');
  await expect(response(page)).toContainText('X-RateLimit-Remaining: 58');
  const before = await quantityOfPet1(page);

  await press(page, 'Sell one of pet 1');
  await expect(request(page)).toContainText(`{"quantity":${before - 1}}`);
  await expect(response(page)).toContainText(`"quantity":${before - 1}`);
  await expect(response(page)).toContainText('X-RateLimit-Remaining: 57');

  await press(page, 'Send until 429');
  await expect(response(page)).toContainText('429 Too Many Requests');
  await expect(response(page)).toContainText('X-RateLimit-Remaining: 0');
  await expect(response(page)).toContainText('Retry-After: ');
  await expect(page.getByRole('status')).toContainText('After 57 more requests');
  await expectAccessible(page, 'the landing page');

  await press(page, 'Clock +1 min');
  await press(page, 'List the stock');
  await expect(response(page)).toContainText('200 OK');
  expect(await quantityOfPet1(page)).toBe(before - 1);
});

test('the demo works with the keyboard alone', async ({ page }) => {
  await page.goto(site.address);
  await expect(page.getByRole('status')).toContainText('runs in this page');
  const list = page.getByRole('button', { name: 'List the stock' });
  for (let tabs = 0; tabs < 40 && !(await list.evaluate((button) => button.matches(':focus'))); tabs++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(response(page)).toContainText('200 OK');
});

test('pages of every kind fit 400 px, and search finds a word', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(site.address);
  await press(page, 'List the stock');
  await expect(response(page)).toContainText('200 OK');
  for (const name of [
    '',
    'server.html',
    'control-room.html',
    'command-line.html',
    'performance.html',
    'api/index.html',
  ]) {
    await page.goto(`${site.address}${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ name, wide }).toEqual({ name, wide: 400 });
    if (name === 'server.html') await expectAccessible(page, 'a page of docs');
  }
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('world-header');
  await expect(page.getByRole('option').first()).toContainText('Worlds by header');
});

test('the reference describes each export of each entry, and llms.txt names every page, each there as Markdown', async ({
  page,
  request,
}) => {
  const entries = Object.values(description.exports).filter((target) => typeof target !== 'string');
  expect(readdirSync(`${site.folder}/api`).filter((file) => file.endsWith('.html'))).toHaveLength(entries.length);
  await page.goto(`${site.address}api/vitest.html`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(['expect', 'test']);
  const bare = readdirSync(`${site.folder}/api`)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [...readFileSync(`${site.folder}/api/${file}`, 'utf8').matchAll(/^## (\S+)\n\n```/gm)])
    .map(([, name]) => name);
  expect(bare).toEqual([]);
  const list = readFileSync(`${site.folder}/llms.txt`, 'utf8');
  const pages = [...list.matchAll(/\]\((\S+)\)/g)].map(([, file]) => file);
  expect(pages.length).toBeGreaterThan(30);
  for (const file of pages) expect((await request.get(`${site.address}${file}`)).status(), file).toBe(200);
});

async function quantityOfPet1(page: Page): Promise<number> {
  return Number(/"petId":1,"quantity":(\d+)/.exec((await response(page).textContent()) ?? '')?.[1]);
}
