// Long: fakes in two tabs share nothing, and work under a strict policy.
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { bundlePage } from './bundle-page.js';
import type { PetstorePage } from './page-entry.js';

declare const petstorePage: PetstorePage;
declare const openChannels: Set<InstanceType<typeof BroadcastChannel>>;
declare const evalIsBlocked: boolean;

// Plain HTTP on a name: no secure context, so nothing that only exists in one can be leaned on.
const ORIGIN = 'http://tabs.test';
const POLICY = "default-src 'none'; script-src 'self'";

/** A script of the page itself: what the test evaluates from outside is exempt from the page's policy. */
const canary = `
  try {
    new Function('return 1')();
    globalThis.evalIsBlocked = false;
  } catch {
    globalThis.evalIsBlocked = true;
  }
`;

/** Keeps count of the channels that are open, from before the first script of a page. */
function watchChannels(): void {
  const channels = new Set<InstanceType<typeof BroadcastChannel>>();
  class WatchedChannel extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close(): void {
      channels.delete(this);
      super.close();
    }
  }
  Object.assign(globalThis, { BroadcastChannel: WatchedChannel, openChannels: channels });
}

let bundle: string;

test.beforeAll(async () => {
  bundle = await bundlePage('page-entry.ts');
});

test.beforeEach(async ({ context }) => {
  const files: Record<string, { contentType: string; body: string }> = {
    '/': {
      contentType: 'text/html',
      body: '<!doctype html><title>Tab</title><script src="/canary.js"></script><script type="module" src="/page.js"></script>',
    },
    '/canary.js': { contentType: 'text/javascript', body: canary },
    '/page.js': { contentType: 'text/javascript', body: bundle },
  };
  await context.addInitScript(watchChannels);
  await context.route(`${ORIGIN}/**`, (route) => {
    const file = files[new URL(route.request().url()).pathname];
    return route.fulfill(file ? { ...file, headers: { 'Content-Security-Policy': POLICY } } : { status: 404 });
  });
});

async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(ORIGIN);
  await tab.waitForFunction(() => 'petstorePage' in globalThis);
  return tab;
}

test('a change in one tab does not affect the other, and their own channels work', async ({ context }) => {
  const first = await openTab(context);
  const second = await openTab(context);
  const before = await second.evaluate(() => petstorePage.list());
  expect(before.body).toHaveLength(3);
  const [{ petId, quantity }] = before.body as [{ petId: number; quantity: number }];
  const wanted = quantity + 1;

  const response = await first.evaluate(([id, count]) => petstorePage.update(id, count), [petId, wanted] as const);
  expect(response).toMatchObject({ status: 200, body: { petId, quantity: wanted } });
  // A message between tabs would arrive before one that is sent after it.
  expect(await exchangeMessage(first, second)).toBe('hello');

  expect((await first.evaluate(() => petstorePage.list())).body).toContainEqual(
    expect.objectContaining({ petId, quantity: wanted }),
  );
  expect(await second.evaluate(() => petstorePage.list())).toEqual(before);
});

test('a fake runs under a policy without unsafe-eval, and leaves no channel open', async ({ context }) => {
  const tab = await openTab(context);
  expect(await tab.evaluate(() => evalIsBlocked)).toBe(true);
  expect(await tab.evaluate(() => petstorePage.list())).toMatchObject({ status: 200 });
  await tab.evaluate(() => petstorePage.makeAnother());
  const open = await tab.evaluate(() => Array.from(openChannels, ({ name }) => name));
  // MSW opens one for WebSockets as it loads, whether there are any or not.
  expect(open.filter((name) => !name.startsWith('msw:'))).toEqual([]);
});

/** Sends a message through the test's own channel and returns what arrived. */
async function exchangeMessage(from: Page, to: Page): Promise<unknown> {
  const arrival = await to.evaluateHandle(() => {
    const channel = new BroadcastChannel('test');
    const data = new Promise((resolve) => {
      channel.onmessage = (event) => {
        channel.close();
        resolve(event.data);
      };
    });
    return { data };
  });
  await from.evaluate(() => {
    const channel = new BroadcastChannel('test');
    channel.postMessage('hello');
    channel.close();
  });
  return arrival.evaluate(({ data }) => data);
}
