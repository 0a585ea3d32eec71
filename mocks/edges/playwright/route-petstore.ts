import { type BrowserContext, type Page, type Request, type Route, test, type Worker } from '@playwright/test';
import { assertNotPromise, InputError } from '../../../src/json/input-error.js';
import { halfOf, wait } from '../../delivery/body-stream.js';
import type { PetstoreResponse } from '../../neutral-http.js';
import type { Petstore, PlainRequest } from '../../petstore.js';
import { isServed } from '../strays.js';

/** What routing needs of a fake. */
type RoutablePetstore = Pick<Petstore, 'handle' | 'baseUrl' | 'journal'>;

/** A route from the pages of a context to a fake. */
export interface PetstoreRoute {
  /** Ends the route: pending and later requests are aborted and never reach the network. */
  end(): void;
}

/**
 * Routes requests of all pages of a context under the fake's base URL (and under the `messages-base-url` of its behaviour) to the
 * fake. Other requests are not affected. Routes of a page, and later routes of the context, come first. Playwright lets every
 * preflight pass; with `cors: false` pages on other origins still cannot read responses. Throws an InputError for invalid arguments.
 */
export async function routePetstore(context: BrowserContext, petstore: RoutablePetstore): Promise<PetstoreRoute> {
  checkArguments(context, petstore);
  const over = new AbortController();
  const end = () => over.abort();
  context.once('close', end);
  warnOfServiceWorkers(context, petstore.baseUrl);
  await context.route(
    (url) => isServed(url, petstore),
    (route, request) => fulfilRoute(route, request, petstore, over.signal),
  );
  return { end };
}

function checkArguments(context: BrowserContext, petstore: RoutablePetstore): void {
  const attempted = 'Routing the fake';
  assertNotPromise(attempted, 'the context', context);
  assertNotPromise(attempted, 'the fake', petstore);
  const isContext = typeof context?.serviceWorkers === 'function';
  if (isContext && typeof petstore?.handle === 'function') return;
  const problem = isContext ? 'the fake is not a Petstore' : 'the context is not a BrowserContext';
  throw new InputError(attempted, problem, 'Write await routePetstore(page.context(), petstore).');
}

async function fulfilRoute(
  route: Route,
  request: Request,
  petstore: RoutablePetstore,
  over: AbortSignal,
): Promise<void> {
  try {
    if (over.aborted) return await route.abort('blockedbyclient');
    const response = petstore.handle(await readPlaywrightRequest(request));
    // Playwright sends a body as a whole: a dripping one is sent when its last piece would be.
    const pauseMs = response.delayMs + response.dripMs;
    if (pauseMs > 0) await pause(pauseMs, request, over);
    if (over.aborted) return await route.abort('blockedbyclient');
    if (response.cut === 'reset') return await route.abort('connectionreset');
    await route.fulfill(fulfilment(response));
  } catch (error) {
    // The page is closed and needs no response.
    if (over.aborted || pageOf(request)?.isClosed()) return;
    // Otherwise the page would wait forever and hide the error.
    await route.abort().catch(() => {});
    throw error;
  }
}

/** Waits, until the page closes or the route ends. */
async function pause(delayMs: number, request: Request, over: AbortSignal): Promise<void> {
  const page = pageOf(request);
  const closed = new AbortController();
  const giveUp = () => closed.abort();
  page?.once('close', giveUp);
  await wait(delayMs, AbortSignal.any([over, closed.signal]));
  page?.off('close', giveUp);
}

/** A service worker has no page, and a page that is opening has none yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

/** Reads a request of a page: raw path and query, all headers, the bytes of the body. */
async function readPlaywrightRequest(request: Request): Promise<Required<PlainRequest>> {
  const { origin, pathname, search } = new URL(request.url());
  const headers = await request.headersArray();
  return {
    method: request.method(),
    path: `${pathname}${search}`,
    origin,
    headers: headers.map(({ name, value }) => [name, value] as const),
    body: request.postDataBuffer() ?? new Uint8Array(),
  };
}

/**
 * Converts a response for Playwright, which cannot stop halfway through a body: a `truncated` one is half of its bytes with a
 * matching length, so that parsing its JSON fails.
 */
export function fulfilment({ status, headers, body, encodedBody, cut }: PetstoreResponse) {
  const content = encodedBody ?? body ?? '';
  const open: Record<string, string> = {
    // Playwright allows every origin if the header is missing; an empty value prevents that.
    'Access-Control-Allow-Origin': '',
    ...headers,
    // With no-store, a response stays open in Chromium until the page reads its body, and the page never becomes idle.
    'Cache-Control': 'no-cache',
  };
  if (cut !== 'truncated') return { status, headers: open, body: Buffer.from(content) };
  const half = Buffer.from(halfOf(content));
  return { status, headers: { ...open, 'Content-Length': String(half.length) }, body: half };
}

/** Warns of service workers of the app: their own responses bypass routes, and their requests are routed in Chromium only. */
function warnOfServiceWorkers(context: BrowserContext, baseUrl: string): void {
  const warn = (worker: Worker) =>
    warnUser(
      `The service worker ${worker.url()} is between the page and the fake at ${baseUrl}, which never sees what the worker ` +
        "responds to. Block it with test.use({ serviceWorkers: 'block' }) or browser.newContext({ serviceWorkers: 'block' }).",
    );
  context.serviceWorkers().forEach(warn);
  context.on('serviceworker', warn);
}

/** Warns on the console, and in the report of the running test if there is one. */
export function warnUser(text: string): void {
  console.warn(`petstore-mock: ${text}`);
  try {
    test.info().annotations.push({ type: 'petstore-mock', description: text });
  } catch {
    // Outside a test there is no report.
  }
}
