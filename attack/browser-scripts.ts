import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumUse } from '../tests/browser/chromium-use.js';
import type { Attack, AttackContext, AttackResult } from './attack.js';
import { filesIn, runCommand, startCommand, urlOf } from './command.js';
import { hostileMarkup } from './evil/content.js';
import { serveEvil, type Turn, write } from './evil/evil-server.js';
import { serveFake } from './served.js';

const KEY = 'k3y-that-nobody-may+see/ever==';
const TOKEN = 'attack-admin-token-4711';
const COMMAND_MS = 60_000;
const WAIT_MS = 20_000;
const MOST_REQUESTS = 60;
/** A part of every text, and of nothing else. */
const SHOWN = /evil[(.>]|<x-evil/;
const PAGES = ['overview', 'stock', 'requests', 'keys', 'faults', 'behaviour', 'contract', 'worlds', 'api'];

/** Stores scripts wherever a text can come from outside, and looks at every page that shows them, in a browser without its policy. */
export const browserScripts: Attack = {
  name: 'browser-scripts',
  what: `${hostileMarkup.length} texts of markup in pets, errors, headers, paths, keys and faults: reports and the control room show them as text`,
  async run(context) {
    const { launchOptions } = chromiumUse();
    const browser = await chromium.launch(launchOptions);
    try {
      const failures: string[] = [];
      let tried = 0;
      const targets = {
        reports: lookAtReports,
        'control room': lookAtControlRoom,
        'proxy’s control room': lookAtProxy,
      };
      for (const [name, look] of Object.entries(targets)) {
        const viewer = await openViewer(browser);
        await look(viewer, context);
        failures.push(...viewer.problems.map((problem) => `${name}: ${problem}`));
        tried += viewer.shown;
        await viewer.context.close();
      }
      return { tried, failures } satisfies AttackResult;
    } finally {
      await browser.close();
    }
  },
};

const visibleOf = (text: string) => text.replace(/[^\x20-\x7e]/g, ' ');
const pathOf = (text: string) => visibleOf(text).replaceAll(' ', '%20');

/** Returns how a page may show a text: as it is, as a header or path has it, in a URL and in JSON. */
const formsOf = (text: string) => [
  text,
  visibleOf(text),
  pathOf(text),
  encodeURI(text),
  JSON.stringify(text).slice(1, -1),
];

/** A browser page and what it noticed. */
interface Viewer {
  readonly context: BrowserContext;
  readonly page: Page;
  /** How many texts were seen, on all pages and states of them. */
  shown: number;
  readonly problems: string[];
}

async function openViewer(browser: Browser): Promise<Viewer> {
  // What escapes the page must not need its policy.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const viewer: Viewer = { context, page, shown: 0, problems: [] };
  await page.exposeFunction('evil', (which: number) =>
    viewer.problems.push(`ran ${JSON.stringify(hostileMarkup[which])}`),
  );
  page.on('dialog', (dialog) => {
    viewer.problems.push(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (/evil\.test/.test(new URL(request.url()).host)) viewer.problems.push(`requested ${request.url()}`);
  });
  return viewer;
}

/** Runs in the page: wakes handlers, and returns markup that became elements. */
const WAKE = `(() => {
  for (const element of document.querySelectorAll('*')) {
    if (element.tagName === 'DETAILS') element.open = true;
    for (const type of ['mouseover', 'mouseenter', 'pointerenter', 'focus', 'toggle']) element.dispatchEvent(new Event(type));
  }
  const strange = document.querySelectorAll('x-evil, [onmouseover], [onerror], [onload], iframe, object, form[action], base, a[href^="javascript:" i], a[href*="evil.test"]');
  return [...strange].map((element) => element.outerHTML.slice(0, 200));
})()`;

/** A page that shows fewer texts than it must is a problem, too: the attack would see nothing. */
async function look(viewer: Viewer, what: string, least: number): Promise<void> {
  const page = await viewer.page.evaluate<string>('document.body.innerText');
  const { length } = hostileMarkup.filter((text) => formsOf(text).some((form) => page.includes(form)));
  viewer.shown += length;
  if (length < least) viewer.problems.push(`${what} shows ${length} of the texts, fewer than ${least}`);
  for (const markup of await viewer.page.evaluate<string[]>(WAKE))
    viewer.problems.push(`${what} has the element ${markup}`);
}

/** Sends another text in each response, wherever it has a say. */
function respondWithMarkup(turn: Turn): void {
  const text = hostileMarkup[turn.count % hostileMarkup.length] ?? '';
  const json = JSON.stringify(text);
  const pets = hostileMarkup.map(
    (each, index) => `{"petId":${index + 1},"quantity":7,"status":${JSON.stringify(each)},${JSON.stringify(each)}:1}`,
  );
  const isError = turn.response.status >= 400 || turn.count % 2 === 0;
  const headers = ['X-Evil', 'Link', 'Sunset', 'Content-Language', 'X-RateLimit-Limit', 'WWW-Authenticate'];
  write(turn, {
    status: turn.count > 1 && isError ? 404 : 200,
    reason: text,
    headers: headers.map((name) => [name, visibleOf(text)] as const),
    body:
      turn.count > 1 && isError
        ? `{"code":${json},"message":${json},"status":404,${json}:${json}}`
        : `[${pets.join()}]`,
  });
}

async function lookAtReports(viewer: Viewer, { folder }: AttackContext): Promise<void> {
  const service = await serveEvil({ name: 'says markup', respond: respondWithMarkup }, KEY);
  const options = [
    '--level',
    'write',
    '--exclusive',
    '--max-time',
    '10s',
    '--max-requests',
    '60',
    '--report',
    'report',
  ];
  try {
    const place = join(folder, 'reports');
    const header = ['--header', `X-Evil: ${hostileMarkup[2]}`];
    const commands = [
      [
        'check',
        service.url,
        ...options,
        '--history',
        'history',
        '--seed',
        '1',
        '--messages-url',
        service.url,
        ...header,
      ],
      ['check', service.url, ...options, '--history', 'history', '--seed', '2'],
      ['learn', service.url, ...options, '--report', 'learned', '--overwrite'],
    ];
    for (const args of commands) await runCommand({ args, folder: place, key: KEY }, COMMAND_MS);
    const pages = filesIn(place).filter(({ name }) => name.endsWith('.html'));
    if (pages.length < 3) viewer.problems.push(`only ${pages.length} pages were written`);
    for (const { name } of pages) {
      await viewer.page.goto(pathToFileURL(join(place, name)).href);
      await look(viewer, name, name.endsWith('report.html') ? 1 : 0);
    }
  } finally {
    service.close();
  }
}

async function lookAtControlRoom(viewer: Viewer, { folder }: AttackContext): Promise<void> {
  const fake = await serveFake({ folder, flags: ['--world-header'] });
  try {
    for (const text of hostileMarkup) {
      await send(fake.port, text);
      // Most of them are rejected, which is fine, too.
      const calls = [
        fake.admin.faults.add({ operation: 'updateInventory', status: 503, key: text, count: 1 }),
        fake.admin.snapshots.take({ name: text }),
        fake.admin.behaviour.set({ 'cache-control': text, 'www-authenticate': text }),
      ];
      await Promise.allSettled(calls);
    }
    await lookAtRoom(viewer, `${fake.origin}/__admin/ui#token=${fake.token}`);
  } finally {
    await fake.stop();
  }
}

async function lookAtProxy(viewer: Viewer, { folder }: AttackContext): Promise<void> {
  const service = await serveEvil({ name: 'says markup', respond: respondWithMarkup }, KEY);
  const args = ['proxy', '--upstream', service.url, '--port', '0', '--admin-token', TOKEN];
  const started = startCommand({ args, folder: join(folder, 'proxy'), key: KEY });
  try {
    const { port, origin } = new URL(await urlOf(started));
    for (const text of hostileMarkup) await send(Number(port), text);
    await lookAtRoom(viewer, `${origin}/__admin/ui#token=${TOKEN}`);
  } finally {
    started.child.kill('SIGTERM');
    await started.ended;
    service.close();
  }
}

/** Sends requests with a text in every part: the path as it is, headers, the key, the world and the body. */
async function send(port: number, text: string): Promise<void> {
  const visible = visibleOf(text);
  const body = JSON.stringify({ message: text, quantity: text, [text]: text });
  const path = pathOf(text);
  const good = 'Authorization: Bearer test_pro';
  const withBody = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, '', body];
  for (const lines of [
    [`GET /v1/pets/${path}?${path} HTTP/1.1`, good],
    ['GET /v1/inventory HTTP/1.1', `Authorization: Bearer k${visible}`],
    ['GET /v1/inventory HTTP/1.1', good, `X-Petstore-World: ${visible}`],
    ['POST /v1/messages HTTP/1.1', good, ...withBody],
    ['PATCH /v1/inventory/1 HTTP/1.1', good, ...withBody],
  ]) {
    const usual = ['Host: 127.0.0.1', 'Connection: close', `User-Agent: ${visible}`, `X-Evil: ${visible}`];
    const request = lines.toSpliced(1, 0, ...usual).join('\r\n');
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.on('close', () => resolve()).resume();
      socket.end(lines.includes('') ? request : `${request}\r\n\r\n`);
    });
  }
}

/** Opens every page of a control room, and the details of its requests. */
async function lookAtRoom(viewer: Viewer, address: string): Promise<void> {
  const { page } = viewer;
  await page.goto(address);
  await page.getByText('Live', { exact: false }).first().waitFor({ timeout: WAIT_MS });
  for (const name of PAGES) {
    await page.goto(`${address.split('#')[0]}#/${name}`);
    // Otherwise the heading may still be that of the page before.
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: WAIT_MS });
    await look(viewer, `the page ${name}`, 0);
  }
  await page.goto(`${address.split('#')[0]}#/requests`);
  await page.getByRole('gridcell').first().waitFor({ timeout: WAIT_MS });
  for (let number = 1; number <= MOST_REQUESTS; number++) {
    await page.goto(`${address.split('#')[0]}#/requests/${number}`);
    const detail = page.getByRole('region', { name: `Request #${number}`, exact: true });
    // The User-Agent of every request has a text; it is loaded after the page.
    await detail.filter({ hasText: SHOWN }).waitFor({ timeout: WAIT_MS });
    await look(viewer, `request #${number}`, 1);
  }
}
