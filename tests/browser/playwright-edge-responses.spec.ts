// Long: every response of every scenario arrives in a page exactly as through the other edges.
import { halfOf } from '../../mocks/delivery/body-stream.js';
import { handle } from '../../mocks/handle.js';
import { completeRequest, type PlainRequest } from '../../mocks/petstore.js';
import { World } from '../../mocks/world.js';
import { expect, routePetstore, test } from '../../src/entries/playwright.js';
import { type Scenario, type Step, scenarios } from '../edges/scenarios.js';
import { ask } from './shop.js';

interface Seen {
  readonly step: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A page cannot send one: browsers keep these headers to themselves. */
const isPreflight = ({ headers = {} }: Step) => 'Access-Control-Request-Method' in headers;

test('a page gets every response exactly as the fake returns it', async ({ browser }) => {
  // Each response of each scenario, one after the other.
  test.slow();
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const [index, scenario] of scenarios.entries()) {
    // Each world has its own origin, which is also that of its page: it may read every header.
    const origin = `http://petstore-${index}.test`;
    const inPage = openFake(scenario, origin);
    const direct = openFake(scenario, origin);
    await context.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: 'Shop' }));
    await routePetstore(context, inPage);
    await page.goto(origin);
    for (const step of scenario.steps.filter((one) => !isPreflight(one))) {
      step.before?.(inPage.world);
      step.before?.(direct.world);
      const { status, headers, text: body } = await ask(page, `${origin}${step.path}`, writeForPage(step));
      const seen: Seen = { step: `${step.method} ${step.path}`, status, headers, body };
      expect(seen, scenario.title).toEqual(askDirectly(step, origin, direct));
      expect(seen.status, scenario.title).toBe(step.status);
    }
  }
  await context.close();
});

function openFake({ options }: Scenario, origin: string) {
  const baseUrl = `${origin}/v1`;
  const world = new World({ clock: '2026-11-21T12:00:00Z', pets: 5, onBug: () => {}, ...options, baseUrl });
  return {
    world,
    baseUrl,
    journal: world.journal,
    handle: (request: PlainRequest) => handle(completeRequest(request), world),
  };
}

function writeForPage({ method, headers = {}, body }: Step) {
  if (typeof body === 'string') return { method, headers, body };
  return { method, headers, ...(body === undefined ? {} : { body: [...body] }) };
}

function askDirectly(
  { method, path, headers = {}, body }: Step,
  origin: string,
  fake: ReturnType<typeof openFake>,
): Seen {
  const { pathname, search } = new URL(path, origin);
  // A page names its origin to its own server only with requests that may change something.
  const named = new Headers(headers);
  named.delete('Origin');
  if (method !== 'GET' && method !== 'HEAD') named.set('Origin', origin);
  const sent = { method, path: `${pathname}${search}`, origin, headers: named };
  const reply = fake.handle(body === undefined ? sent : { ...sent, body });
  const step = `${method} ${path}`;
  if (reply.cut === 'reset') return { step, status: 0, headers: {}, body: '' };
  // An edge for Playwright always sends Access-Control-Allow-Origin; elsewhere an empty name means nobody.
  const headersSeen = new Headers({
    'Access-Control-Allow-Origin': '',
    ...reply.headers,
    'Cache-Control': 'no-cache',
  });
  const whole = reply.body ?? '';
  const bytes = reply.cut === 'truncated' ? halfOf(whole) : new TextEncoder().encode(whole);
  if (reply.cut === 'truncated') headersSeen.set('Content-Length', String(bytes.length));
  const seen = new TextDecoder().decode(bytes);
  return { step, status: reply.status, headers: Object.fromEntries(headersSeen), body: seen };
}
