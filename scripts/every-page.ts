import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { pages } from '../src/dashboard/shell/route.js';
import { serveDocsSite } from '../tests/browser/docs-site.js';
import { serveService } from '../tests/conformant-service/serve-service.js';
import { GOOD_KEY } from '../tests/conformant-service/service.js';
import { faultyServices } from '../tests/faulty-services/faulty-services.js';
import { type ServedFake, serveFake } from '../tests/serve-fake.js';

/** How a page is looked at. */
const looks = {
  narrow: { colorScheme: 'light', viewport: { width: 400, height: 850 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

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
    const shots = [
      ...roomShots(fake),
      ...proxyShots(proxy),
      { name: 'welcome', address: fake.origin },
      ...(await writeReports(reports)),
      { name: 'site-home', address: `${site.address}index.html` },
      { name: 'site-control-room', address: `${site.address}control-room.html` },
      { name: 'site-performance', address: `${site.address}performance.html` },
    ];
    for (const [look, options] of Object.entries(looks)) {
      for (const { name, address, prepare } of shots) {
        const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
        const page = await context.newPage();
        if (address.includes('/__admin/ui')) await page.clock.setFixedTime(nowMs);
        const t0 = performance.now();
        await page.goto(address);
        await prepare?.(page);
        // The journal is judged half a second after a page opens.
        await page.waitForTimeout(2_000);
        await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true, animations: 'disabled' });
        console.log(name, look, Math.round(performance.now() - t0));
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

const open = (hash: string) => (page: Page) => page.evaluate(`location.hash = '#/${hash}'`);
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    // Before that, nobody listens.
    await page.getByText('Connection: Live', { exact: true }).waitFor();
    for (const key of keys) await page.keyboard.press(key);
  };

function roomShots({ address, origin }: ServedFake): Shot[] {
  return [
    { name: 'room-sign-in', address: `${origin}/__admin/ui` },
    ...Object.keys(pages).map((page) => ({ name: `room-${page}`, address, prepare: open(page) })),
    { name: 'room-one-request', address, prepare: open('requests/3000') },
    { name: 'room-two-requests', address, prepare: open('requests/3000-3003') },
    { name: 'room-keys', address, prepare: press('?') },
    { name: 'room-commands', address, prepare: press('Control+k') },
  ];
}

function proxyShots(address: string): Shot[] {
  return ['overview', 'requests', 'contract', 'api'].map((page) => ({
    name: `proxy-${page}`,
    address,
    prepare: open(page),
  }));
}

/** Writes the HTML reports of the built commands: of a service that conforms, of one that does not, and of both. */
async function writeReports(folder: string): Promise<Shot[]> {
  const faulty = faultyServices.find(({ name }) => name === 'requires no key at all') ?? faultyServices[0];
  if (faulty === undefined) throw new Error('There is no faulty service.');
  const [fake, service] = [await serveFake(), await serveService(faulty.make(), 0)];
  const own = fake.server.url;
  const other = `${service.origin}/v1`;
  const commands = {
    'report-check': ['check', own, '--level', 'write'],
    'report-check-violation': ['check', other],
    'report-compare': ['compare', own, other],
    'report-fidelity': ['fidelity', own, other],
  };
  try {
    const shots: Shot[] = [];
    for (const [name, args] of Object.entries(commands)) {
      await run([...args, '--report', join(folder, name)], args[1] === other ? GOOD_KEY : 'test_enterprise');
      shots.push({ name, address: pathToFileURL(join(folder, name, 'report.html')).href });
    }
    return shots;
  } finally {
    await service.close();
    await fake.close();
  }
}

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** Runs a command; one that finds something ends with another status than 0. */
function run(args: readonly string[], key: string): Promise<void> {
  const env = { ...process.env, PETSTORE_API_KEY: key, PETSTORE_API_KEY_RIGHT: GOOD_KEY };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { env }, () => resolve());
  });
}
