// Long: the page of a server on a store that goes away.
import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { joinForTests } from '../../src/server/shared-store/joined-for-tests.js';
import { StoreForTests } from '../../src/server/shared-store/store-for-tests.js';
import { serveFake } from '../serve-fake.js';
import { openPage } from './open-control-room.js';

test('the page says which server it shows, and when the store is away', async () => {
  const memory = new StoreForTests(Date.now());
  const fake = await serveFake({ clock: '2026-11-21T12:00:00Z', pets: 3, store: await joinForTests(memory) });
  const page = await openPage(fake.address, () => fake.close());
  const { server = '' } = (await fake.admin.health()).store ?? {};
  await page.findByText(`: server ${server} on redis://store.internal`);
  memory.isAway = true;
  expect((await fake.call('GET /inventory')).status).toBe(503);
  await page.findByText(/^The store redis:\/\/store\.internal is away\. Requests get 503/);
  memory.isAway = false;
  await waitFor(() => expect(page.queryByText(/is away/)).toBeNull());
  expect((await fake.call('GET /inventory')).status).toBe(200);
});
