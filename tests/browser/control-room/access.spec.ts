// Long: in a real browser only, the form for the token, the policy of the page, and pages elsewhere.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { TOKEN } from '../../serve-fake.js';
import { chromiumUse } from '../chromium-use.js';
import { connection, expect, test } from './control-room.js';
import { expectAccessible } from './expect-accessible.js';

test('without a token the page shows only a form, and the token opens it', { tag: '@short' }, async ({
  context,
  fake,
}) => {
  const page = await context.newPage();
  await page.goto(`${fake.origin}/__admin/ui`);
  await expect(page.getByRole('heading', { name: 'Control room' })).toBeVisible();
  await page.getByLabel('Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(connection(page)).toHaveText('Connection: Live');
  expect(await page.content()).not.toContain(TOKEN);
});

test('a wrong token is rejected with the message of the server', async ({ context, fake, letPass }) => {
  letPass(/status of 401/);
  const page = await context.newPage();
  await page.goto(`${fake.origin}/__admin/ui#token=wrong`);
  await expect(page.getByRole('alert')).toContainText('token');
  expect(page.url()).not.toContain('wrong');
  await expectAccessible(page, 'the form');
  await page.getByLabel('Token').fill('wrong, too');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('token');
});

test('the token stays in its tab until the user signs out, and the page may use only its own files', async ({
  page,
  context,
  fake,
}) => {
  const response = await page.reload();
  expect(response?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  await expect(connection(page)).toHaveText('Connection: Live');
  const other = await context.newPage();
  await other.goto(`${fake.origin}/__admin/ui`);
  await expect(other.getByLabel('Token')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Token')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Token')).toBeVisible();
});

test('a page on another port can neither read nor control, even with the token', async ({ context, fake, letPass }) => {
  letPass(/CORS|ERR_FAILED|status of 40[13]|frame-ancestors|ERR_BLOCKED_BY_RESPONSE/);
  const html = `<!doctype html><title>Elsewhere</title><iframe src="${fake.origin}/__admin/ui"></iframe>`;
  const elsewhere = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const tryFrom = (path: string, init: object) =>
    page.evaluate(
      ([url, options]) =>
        fetch(url, options).then(
          ({ type }) => type,
          () => 'refused',
        ),
      [`${fake.origin}/__admin/${path}`, init] as const,
    );
  const headers = { Authorization: `Bearer ${TOKEN}` };
  expect(await tryFrom('state', { headers })).toBe('refused');
  expect(await tryFrom('reset', { method: 'POST', headers })).toBe('refused');
  expect(await tryFrom('events', { headers })).toBe('refused');
  await fake.admin.clock.advance({ by: '1h' });
  // A request without a preflight arrives, and is rejected by the server.
  expect(await tryFrom('reset', { method: 'POST', mode: 'no-cors' })).toBe('opaque');
  expect(await fake.admin.clock.get()).toMatchObject({ now: '2026-11-21T13:00:00.000Z' });
  await expect(page.frameLocator('iframe').getByLabel('Token')).toHaveCount(0);
  await page.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

test('nothing is served under a foreign host name', async ({ fake }) => {
  const { launchOptions } = chromiumUse();
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP rebound.test 127.0.0.1'];
  const browser = await chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage();
  const { port } = new URL(fake.origin);
  const opened = await page.goto(`http://rebound.test:${port}/__admin/ui`);
  expect(opened?.status()).toBe(403);
  await expect(page.locator('body')).toContainText('--allowed-host rebound.test');
  const status = await page.evaluate(
    ([url, token]) => fetch(url, { headers: { Authorization: `Bearer ${token}` } }).then((response) => response.status),
    [`http://rebound.test:${port}/__admin/state`, TOKEN] as const,
  );
  expect(status).toBe(403);
  await browser.close();
});
