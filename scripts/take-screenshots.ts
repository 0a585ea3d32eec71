import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { chromiumUse } from '../tests/browser/chromium-use.js';
import { type ServedFake, serveFake } from '../tests/serve-fake.js';
import { serveProxyRoom } from '../tests/serve-proxy-room.js';
import { takeEveryPage } from './every-page.js';

/*
 * Takes the pictures of the control room for the docs: the same ones each time. With `--all DIR`, writes pictures of every page into a
 * folder instead, in light and dark colours and 400 pixels wide. Five minutes of traffic are sent at once, while
 * the clock of the fake and that of this process, by which requests a second are counted, move on together.
 */
const START = '2026-11-21T11:55:00Z';
const SECONDS = 5 * 60;
const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
const { all } = parseArgs({ options: { all: { type: 'string' } } }).values;

let nowMs = Date.parse(START);
Date.now = () => nowMs;

const fake = await serveFake({ clock: START, pets: 100, port: 4290 });
const browser = await chromium.launch(chromiumUse().launchOptions);
try {
  await sendTraffic(fake);
  if (all === undefined) await takeForDocs();
  else await withProxy((proxy) => takeEveryPage(browser, all, { fake, proxy, nowMs }));
} finally {
  await browser.close();
  await fake.close();
}

async function takeForDocs(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await take(`control-room-${colorScheme}`, { colorScheme }, (page) =>
      page.getByRole('link', { name: /^\d+ rules? violated$/ }).waitFor(),
    );
  }
  await take('control-room-requests', { colorScheme: 'light' }, async (page) => {
    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await page.getByText('ill-mannered').first().waitFor();
    await page.getByRole('row').filter({ hasText: 'ill-mannered' }).filter({ hasText: '429' }).first().click();
    await page.getByRole('region', { name: 'Response', exact: true }).waitFor();
  });
  const showContract = async (page: Page) => {
    await page.getByRole('link', { name: /^Contract/ }).click();
    await page.getByText('Every body is JSON').waitFor();
  };
  await withProxy((proxy) => take('proxy-contract', { colorScheme: 'light' }, showContract, proxy));
}

/** Shows what a proxy shows of a service that breaks some of its promises. */
async function withProxy(show: (address: string) => Promise<void>): Promise<void> {
  const room = await serveProxyRoom('https://staging.example.test/v1');
  try {
    const item = '{"petId":1,"quantity":5,"status":"available"}';
    for (let left = 59; left > 54; left--) {
      room.pass({ status: 200, body: `[${item}]`, headers: { 'X-RateLimit-Remaining': String(left) } });
      nowMs += 1_000;
    }
    room.pass({ method: 'GET', path: '/pets/7', status: 200, body: '{"id":7,"name":"Rex"' });
    room.pass({ status: 401, path: '/store/orders', key: null, body: '{"error":"no key"}' });
    await show(room.address);
  } finally {
    await room.close();
  }
}

async function take(
  name: string,
  options: BrowserContextOptions,
  prepare: (page: Page) => Promise<unknown>,
  address = fake.address,
) {
  const context = await browser.newContext({
    ...options,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(nowMs);
  await page.goto(address);
  await prepare(page);
  await page
    .getByRole('link', { name: /\d manners violations?$/ })
    .or(page.getByText('Response', { exact: true }))
    .or(page.getByText('Every body is JSON'))
    .first()
    .waitFor();
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
  await context.close();
}

type Ask = readonly [key: string, line: string, json?: object];

/** Five minutes in the life of a fake: a shop that goes up and down, a job that runs into its limit, a bad minute, a ban. */
async function sendTraffic({ admin, call }: ServedFake): Promise<void> {
  for (let second = 0; second < SECONDS; second++) {
    if (second === 150) await admin.faults.add({ key: 'test_enterprise', status: 503, probability: 0.3, seed: 4 });
    if (second === 190) await admin.faults.clear();
    if (second === 230) await admin.keys.ban({ key: 'test_business', for: '3m' });
    const asks = asksOf(second);
    const apartMs = Math.floor(1_000 / asks.length);
    for (const [at, [key, line, json]] of asks.entries()) {
      await call(line, { key, ...(json && { json }) });
      const isLast = at === asks.length - 1;
      if (isLast && second === SECONDS - 1) break;
      const passedMs = isLast ? 1_000 - at * apartMs : apartMs;
      await admin.clock.advance({ by: passedMs });
      nowMs += passedMs;
    }
  }
  await admin.faults.add({ operation: 'getPet', delayMs: 120 });
  await admin.keys.mint({ isolated: true });
}

/** What is asked in a second, mixed. */
function asksOf(second: number): Ask[] {
  const pet = 1 + (second % 90);
  const shop = Math.round(9 + 5 * Math.sin(second / 23) + 2 * Math.sin(second / 3));
  const lines = ['GET /inventory', 'GET /store/orders', 'GET /inventory?status=available'];
  const asks: Ask[] = [['test_free', 'GET /inventory']];
  for (let at = 0; at < shop; at++) asks.push(['test_enterprise', lines[(at + second) % lines.length] as string]);
  if (second % 3 !== 0) asks.push(['test_pro', `PATCH /inventory/${pet}`, { quantity: second }]);
  if (second % 7 === 0) asks.push(['test_pro', 'GET /pets/404']);
  if (second % 11 === 0) asks.push(['test_business', `GET /pets/${pet}`]);
  if (second % 41 === 0) asks.push(['wrong', 'GET /inventory']);
  // Eight more than a minute has: not enough for a ban.
  if (second % 60 > 51) asks.push(['test_free', 'GET /store/orders']);
  const places = asks.map((ask, at) => ({ ask, place: (at * 7) % asks.length }));
  return places.sort((one, other) => one.place - other.place).map(({ ask }) => ask);
}
