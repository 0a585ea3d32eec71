// Long: in a real browser only, a server that goes and comes back, and the history of addresses.
import { serveFake } from '../../serve-fake.js';
import { connection, expect, goTo, keyCard, test } from './control-room.js';
import { ofLostServer } from './expected-troubles.js';

test('the page reports a lost server, and is live again once it is back', { tag: '@short' }, async ({
  page,
  fake,
  letPass,
}) => {
  letPass(ofLostServer);
  await fake.close();
  await expect(page.getByText('The server is not responding.')).toBeVisible();
  await expect(connection(page)).toHaveText('Connection: Reconnecting');

  const again = await serveFake({ port: Number(new URL(fake.origin).port), pets: 7, clock: '2028-01-01T00:00:00Z' });
  await expect(connection(page)).toHaveText('Connection: Live');
  await expect(page.getByText('The server is not responding.')).toBeHidden();
  await expect(page.getByRole('link', { name: '7 pets' })).toBeVisible();
  await again.call('GET /inventory');
  await expect(keyCard(page, 'test_free')).toContainText('59 of 60 left');
  await again.close();
});

test('a URL opens its page, and Back returns', async ({ page, fake, call }) => {
  await call('GET /inventory');
  await goTo(page, 'Stock');
  await goTo(page, 'Requests');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Stock' })).toBeVisible();
  await page.goto(`${fake.origin}/__admin/ui#/requests/1`);
  await expect(page.getByRole('region', { name: 'Request #1' })).toBeVisible();
});
