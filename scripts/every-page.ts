import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { pages } from '../src/dashboard/shell/route.js';
import { serveDocsSite } from '../tests/browser/docs-site.js';
import { type ServedService, serveService } from '../tests/conformant-service/serve-service.js';
import { GOOD_KEY } from '../tests/conformant-service/service.js';
import { faultyServices } from '../tests/faulty-services/faulty-services.js';
import { type ServedFake, serveFake } from '../tests/serve-fake.js';

/** How a page is looked at. */
const looks = {
  narrow: { colorScheme: 'light', viewport: { width: 400, height: 850 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** Pages of each kind: wide tables, long code, prose, generated ones. */
const sitePages = [
  'index',
  'control-room',
  'performance',
  'open-questions',
  'how-good-is-it',
  'vitest',
  'api/node',
  '404',
];

interface Shot {
  readonly name: string;
  readonly address: string;
  /** Brings the page into the state to look at. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

interface Rooms {
  readonly fake: ServedFake;
  /** Address of the control room of a proxy. */
  readonly proxy: string;
  readonly nowMs: number;
}

/** Writes a picture of every page into a folder, in each look: to be looked at before a release. Throws an error that lists what is wider than its window. */
export async function takeEveryPage(browser: Browser, folder: string, { fake, proxy, nowMs }: Rooms): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const reports = mkdtempSync(join(tmpdir(), 'petstore-reports-'));
  const site = await serveDocsSite();
  const wide: string[] = [];
  try {
    const shots: Shot[] = [
      ...roomShots(fake),
      ...proxyShots(proxy),
      ...(await writeReports(reports)),
      ...sitePages.map((page) => ({ name: `site-${page.replace('/', '-')}`, address: `${site.address}${page}.html` })),
      { name: 'site-search', address: `${site.address}index.html`, prepare: searchSite },
    ];
    for (const [look, options] of Object.entries(looks)) {
      for (const { name, address, prepare } of shots) {
        const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
        const page = await context.newPage();
        if (isRoom(address)) await page.clock.setFixedTime(nowMs);
        await page.goto(address);
        await prepare?.(page);
        // The journal is judged half a second after a page opens; the other pages are ready at once.
        if (isRoom(address)) await page.waitForTimeout(2_000);
        await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true, animations: 'disabled' });
        const excess = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
        if (excess > 0) wide.push(`${name}-${look}: ${excess} px`);
        await context.close();
      }
    }
  } finally {
    await site.close();
    rmSync(reports, { recursive: true, force: true });
  }
  if (wide.length > 0) throw new Error(`These pages scroll sideways:\n${wide.join('\n')}`);
}

const isRoom = (address: string) => address.includes('/__admin/ui');
const open = (hash: string) => (page: Page) => page.evaluate(`location.hash = '#/${hash}'`);

async function searchSite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('retry');
  await page.getByRole('option').first().waitFor();
}

function roomShots({ address, origin }: ServedFake): Shot[] {
  return [
    { name: 'room-sign-in', address: `${origin}/__admin/ui` },
    ...Object.keys(pages).map((page) => ({ name: `room-${page}`, address, prepare: open(page) })),
    { name: 'room-one-request', address, prepare: open('requests/3000') },
  ];
}

function proxyShots(address: string): Shot[] {
  return ['overview', 'requests', 'contract'].map((page) => ({
    name: `proxy-${page}`,
    address,
    prepare: open(page),
  }));
}

/** Writes the HTML reports of the built command, about a service that conforms, and one that does not. */
async function writeReports(folder: string): Promise<Shot[]> {
  const [fake, service] = [await serveFake(), await serveFaultyService()];
  const commands = {
    'report-check': { args: ['check', fake.server.url, '--level', 'write'], key: 'test_enterprise' },
    'report-check-violation': { args: ['check', `${service.origin}/v1`], key: GOOD_KEY },
  };
  try {
    const shots: Shot[] = [];
    for (const [name, { args, key }] of Object.entries(commands)) {
      await run([...args, '--report', join(folder, name)], key);
      shots.push({ name, address: pathToFileURL(join(folder, name, 'report.html')).href });
    }
    return shots;
  } finally {
    for (const served of [service, fake]) await served.close();
  }
}

function serveFaultyService(): Promise<ServedService> {
  const faulty = faultyServices.find(({ name }) => name === 'requires no key at all') ?? faultyServices[0];
  if (faulty === undefined) throw new Error('There is no faulty service.');
  return serveService(faulty.make(), 0);
}

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Runs a command; one that finds something ends with another status than 0. */
function run(args: readonly string[], key: string): Promise<void> {
  const env = { ...process.env, PETSTORE_API_KEY: key };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { env }, () => resolve());
  });
}
