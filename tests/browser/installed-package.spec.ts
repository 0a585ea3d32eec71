// Long: the packed package works in a browser, by route and by worker.
import { expect, test } from '@playwright/test';
import { freePort } from '../free-port.js';
import { installProject } from '../package/installed.js';
import { chromiumUse } from './chromium-use.js';

const page = `
import { setupPetstoreWorker } from 'petstore-mock/browser';

const petstore = setupPetstoreWorker({ baseUrl: location.origin + '/v1', pets: 7 });
await petstore.start({ quiet: true });
const response = await fetch('/v1/inventory', { headers: { Authorization: 'Bearer test_free' } });
document.body.textContent = (await response.json()).length + ' pets from the worker';
`;

const spec = `
import { expect, test } from 'petstore-mock/playwright';

test.use({ petstoreOptions: { baseUrl: 'https://api.example.test/v1', scenario: 'sold-out' } });

test('a route responds', async ({ page, petstore }) => {
  await page.goto('/empty.html');
  const received = await page.evaluate(async () => {
    const response = await fetch('https://api.example.test/v1/inventory', { headers: { Authorization: 'Bearer test_pro' } });
    return { status: response.status, headers: [...response.headers], body: await response.text() };
  });
  await expect(received).toConformTo('listInventory');
  expect(JSON.parse(received.body)[0]).toMatchObject({ quantity: 0, status: 'sold' });
  expect(petstore).toHaveCalled('listInventory', { times: 1 });
});

test.describe('a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('responds too', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('body')).toHaveText('7 pets from the worker');
  });
});
`;

test('the packed package works in another browser', async () => {
  // It packs, bundles, serves, and runs Playwright in Playwright.
  test.setTimeout(300_000);
  const { launchOptions } = chromiumUse();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const config = {
    testMatch: 'pages.spec.js',
    reporter: 'line',
    expect: { timeout: 20_000 },
    timeout: 60_000,
    use: { baseURL: origin, launchOptions },
    webServer: {
      command: `node node_modules/vite/bin/vite.js preview --port ${port} --strictPort --host 127.0.0.1`,
      url: origin,
    },
  };
  const project = await installProject(
    {
      'index.html': '<body></body><script type="module" src="/page.js"></script>',
      'page.js': page,
      'public/empty.html': '<title>Empty</title>',
      'pages.spec.js': spec,
      'playwright.config.js': `export default ${JSON.stringify(config)};`,
    },
    ['vite'],
  );
  try {
    await project.run('node', 'node_modules/petstore-mock/dist/cli/main.js', 'init', 'public');
    await project.run('vite', 'build');
    expect(await project.run('playwright', 'test')).toContain('2 passed');
  } finally {
    await project.remove();
  }
});
