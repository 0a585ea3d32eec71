// Long: in a real browser only, the pages of a proxy, read by axe, on a narrow screen.
import { test as base } from '@playwright/test';
import { serveProxyRoom } from '../../serve-proxy-room.js';
import { connection, expect, expectNoSidewaysScroll, goTo } from './control-room.js';
import { expectAccessible } from './expect-accessible.js';
import { watchTroubles } from './watch-troubles.js';

type ProxyRoom = Awaited<ReturnType<typeof serveProxyRoom>>;

const test = base.extend<{ room: ProxyRoom }>({
  room: async ({ browserName: _ }, use) => {
    const room = await serveProxyRoom();
    await use(room);
    await room.close();
  },
  page: async ({ page, context, room }, use) => {
    const troubles = watchTroubles(context);
    await page.goto(room.address);
    await expect(connection(page)).toHaveText('Connection: Live');
    await use(page);
    expect(troubles.found(), 'troubles of the page').toEqual([]);
  },
});

const names = ['Overview', 'Requests', 'Contract'];

/** Forwards a few exchanges: successes, error responses, one that is not JSON, one that failed. */
function passSome({ pass }: ProxyRoom): void {
  pass({ status: 200, body: '[{"petId":1,"quantity":5,"status":"available"}]' });
  pass({ status: 200, body: '[{"petId":1,' });
  pass({ status: 401, key: null, body: '{"code":"no_key","message":"No key.","status":401}' });
  pass({ status: 200, path: '/pets/7', body: Uint8Array.of(0xff, 0xfe) });
  pass({ failure: 'connect ECONNREFUSED 10.0.0.7:443' });
}

test.use({ viewport: { width: 400, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test('axe finds no violations in a proxy’s pages on 400 pixels, empty and busy, and none scrolls sideways', async ({
  page,
  room,
}) => {
  test.slow();
  for (const isBusy of [false, true]) {
    if (isBusy) passSome(room);
    for (const name of names) {
      await goTo(page, name);
      if (isBusy && name === 'Overview') await expect(page.getByRole('main').getByText('No response 1')).toBeVisible();
      await expectAccessible(page, name);
      await expectNoSidewaysScroll(page, name);
    }
  }
});
