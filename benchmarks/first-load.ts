import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumUse } from '../tests/browser/chromium-use.js';
import { ADMIN_TOKEN, productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { inTurn } from './in-turn.js';
import type { LoadGenerator } from './load.js';
import { progress } from './progress.js';
import { type RunningServer, startServer } from './running-server.js';
import type { Sample } from './statistics.js';
import { plannedRequests } from './workloads.js';

/** What somebody opens in the control room. */
const openings = ['the overview', 'the requests', 'the stock', 'the stock from the overview'] as const;
export type Opening = (typeof openings)[number];

export interface FirstLoad {
  readonly petCount: number;
  readonly opening: Opening;
  /** From the navigation until its figures or first rows are in the page. */
  readonly ms: Sample;
}

const JOURNAL = 10_000;
const CONNECTIONS = 2;
const REQUESTS_PER_SECOND = 5_000 / 60;
/** As long as the slowest opening may take. */
const LOAD_SECONDS = 3;

/** Measures how soon the control room shows something while requests arrive, with a full journal. */
export async function measureFirstLoads(
  generator: LoadGenerator,
  effort: Effort,
  workFolder: string,
): Promise<FirstLoad[]> {
  const loads: FirstLoad[] = [];
  const browser = await chromium.launch(chromiumUse().launchOptions);
  try {
    for (const petCount of [100, 10_000]) {
      const server = await startServer(await productArguments(petCount, workFolder));
      try {
        const rounds = await openInTurn(server, browser, generator, effort, petCount);
        loads.push(...openings.map((opening, index) => ({ petCount, opening, ms: rounds[index] ?? [] })));
      } finally {
        await server.stop();
      }
    }
    return loads;
  } finally {
    await browser.close();
  }
}

async function openInTurn(
  { url }: RunningServer,
  browser: Browser,
  generator: LoadGenerator,
  { openedRounds }: Effort,
  petCount: number,
): Promise<number[][]> {
  const job = { url, requests: await plannedRequests('update', url, CONNECTIONS) };
  progress(`the journal of a fake of ${petCount} pets`);
  await generator.send({ ...job, seconds: 60, amount: JOURNAL });
  return inTurn(`opened with ${petCount} pets`, openedRounds, openings, async (opening) => {
    const load = generator.send({ ...job, seconds: LOAD_SECONDS, requestsPerSecond: REQUESTS_PER_SECOND });
    const ms = await open(browser, url, opening);
    await load;
    return ms;
  });
}

/** Opens the control room in a browser without any of its files. */
async function open(browser: Browser, url: string, opening: Opening): Promise<number> {
  // The policy of the page would forbid to ask it in words.
  const context = await browser.newContext({ bypassCSP: true });
  try {
    const page = await context.newPage();
    await page.addInitScript(`sessionStorage.setItem('petstore-mock-token', '${ADMIN_TOKEN}')`);
    const first = { 'the requests': 'requests', 'the stock': 'stock' }[opening as string] ?? 'overview';
    await page.goto(new URL(`/__admin/ui#/${first}`, url).href, { waitUntil: 'commit' });
    const shownMs = await shownAt(page, first === 'overview' ? FIGURES : ROWS);
    if (opening !== 'the stock from the overview') return shownMs;
    const startMs = Number(await page.evaluate("location.hash = '#/stock', performance.now()"));
    return (await shownAt(page, ROWS)) - startMs;
  } finally {
    await context.close();
  }
}

const ROWS = 'document.querySelector(\'.rows-body [role="row"]\') !== null';
/** Requests, violated rules, pets, faults and worlds; a dash stands for what is not known yet, such as what is judged afterwards. */
const FIGURES = `(() => {
  const figures = [...document.querySelectorAll('.count strong')];
  return figures.length === 5 && figures.filter(({ textContent }) => textContent === '–').length <= 1;
})()`;

/** Waits for something to be in the page; returns when, in milliseconds since the navigation, by the page's clock. */
async function shownAt(page: Page, condition: string): Promise<number> {
  const shown = await page.waitForFunction(`${condition} && performance.now()`, undefined, { polling: 'raf' });
  return Number(await shown.jsonValue());
}
