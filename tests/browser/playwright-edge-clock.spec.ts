// Long: a page counts down with the clock of the fake.
import { expect, test } from '../../src/entries/playwright.js';
import { BASE_URL, SHOP, serveShop } from './shop.js';

/** A page that backs off until Retry-After has passed, and counts the seconds down. */
const html = `<!doctype html>
<title>Shop</title>
<p role="status"></p>
<script>
  const status = document.querySelector('[role=status]');
  async function load() {
    const response = await fetch('${BASE_URL}/inventory', { headers: { Authorization: 'Bearer test_free' } });
    if (response.status !== 429) {
      status.textContent = (await response.json()).length + ' pets';
      return;
    }
    const until = Date.now() + Number(response.headers.get('Retry-After')) * 1000;
    const timer = setInterval(tick, 1000);
    tick();
    function tick() {
      const seconds = Math.round((until - Date.now()) / 1000);
      status.textContent = 'Again in ' + seconds + ' s';
      if (seconds > 0) return;
      clearInterval(timer);
      load();
    }
  }
  load();
</script>`;

test.use({ petstoreOptions: { baseUrl: BASE_URL, pets: 3, clock: '2026-11-21T12:00:00Z' } });

test('a page counts down to the end of a limit without a real wait', async ({ page, context, petstore }) => {
  await serveShop(context, html);
  petstore.limits.exhaust('test_free');
  // A clock that is installed runs on; one that is paused stands still.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(petstore.clock.now());
  await page.goto(SHOP);
  await expect(page.getByRole('status')).toHaveText('Again in 60 s');

  petstore.clock.advance('45s');
  await page.clock.fastForward('45');
  await expect(page.getByRole('status')).toHaveText('Again in 15 s');

  petstore.clock.advance('15s');
  await page.clock.fastForward('15');
  await expect(page.getByRole('status')).toHaveText('3 pets');
  expect(petstore).toBeWellMannered();
});
