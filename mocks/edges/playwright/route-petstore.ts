import { type BrowserContext, type Page, type Request, type Route, test, type Worker } from '@playwright/test';
import { assertNotPromise, InputError } from '../../../src/spec/validation/input-error.js';
import { halfOf, wait } from '../../delivery/body-stream.js';
import type { PetstoreResponse } from '../../neutral-http.js';
import type { Petstore, PlainRequest } from '../../petstore.js';
import { isServed } from '../strays.js';

/** What a fake has to have to be routed. */
type RoutablePetstore = Pick<Petstore, 'handle' | 'baseUrl' | 'journal'>;

/** A fake that answers the pages of a context. */
export interface PetstoreRoute {
  /** Ends it: what still waits for an answer, and what asks from now on, is refused; it never reaches the network. */
  end(): void;
}

/**
 * Lets a fake answer what the pages of a context, now and later, ask under its base URL (and under the `messages-base-url` of
 * its behaviour). Everything else goes where it was going. Routes of a page, and routes that are set on the context later,
 * come first. Playwright itself lets every preflight pass; with `cors: false` pages on other origins cannot read the answers, all
 * the same. Throws an InputError for what is no context or no fake.
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
  const remedy = 'Write await routePetstore(page.context(), petstore).';
  assertNotPromise(attempted, 'the context', context);
  assertNotPromise(attempted, 'the fake', petstore);
  if (typeof context?.serviceWorkers !== 'function') throw new InputError(attempted, 'there is no context', remedy);
  if (typeof petstore?.handle !== 'function') throw new InputError(attempted, 'there is no fake', remedy);
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
    // Playwright takes a body as a whole: one that is to come in small pieces comes when its last one would.
    const pauseMs = response.delayMs + response.dripMs;
    if (pauseMs > 0) await pause(pauseMs, request, over);
    if (over.aborted) return await route.abort('blockedbyclient');
    if (response.cut === 'reset') return await route.abort('connectionreset');
    await route.fulfill(fulfilment(response));
  } catch (error) {
    // Who asked is gone, and needs no answer any more.
    if (over.aborted || pageOf(request)?.isClosed()) return;
    // Unanswered, the page would wait for ever, and hide what went wrong.
    await route.abort().catch(() => {});
    throw error;
  }
}

/** Waits, but not a moment longer than the page that asked, and the route, are there. */
async function pause(delayMs: number, request: Request, over: AbortSignal): Promise<void> {
  const page = pageOf(request);
  const closed = new AbortController();
  const giveUp = () => closed.abort();
  page?.once('close', giveUp);
  await wait(delayMs, AbortSignal.any([over, closed.signal]));
  page?.off('close', giveUp);
}

/** A service worker has no page, and a page that is only just opening has none yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

/** Reads a request of a page: raw path and query, every header as the page sent it, the bytes of the body. */
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

/** What `route.fulfill` takes. */
interface Fulfilment {
  readonly status: number;
  readonly headers: { [name: string]: string };
  readonly body: Buffer;
}

/**
 * Writes an answer as Playwright takes it. Playwright cannot break off halfway through a body: a `truncated` one is half of
 * its bytes sent as if they were all, so that reading its JSON fails.
 */
export function fulfilment({ status, headers, body, encodedBody, cut }: PetstoreResponse): Fulfilment {
  const content = encodedBody ?? body ?? '';
  // Playwright lets every page read an answer that names no origin; an empty name keeps other origins from doing so.
  const open = { 'Access-Control-Allow-Origin': '', ...headers };
  if (cut !== 'truncated') return { status, headers: open, body: Buffer.from(content) };
  const half = Buffer.from(halfOf(content));
  return { status, headers: { ...open, 'Content-Length': String(half.length) }, body: half };
}

/** Warns of every service worker of the app: what it answers itself meets no route, and what it sends does in Chromium alone. */
function warnOfServiceWorkers(context: BrowserContext, baseUrl: string): void {
  const warn = (worker: Worker) =>
    warnUser(
      `The service worker ${worker.url()} stands between the page and the fake at ${baseUrl}, which never sees what the worker ` +
        "answers. Block it with test.use({ serviceWorkers: 'block' }) or browser.newContext({ serviceWorkers: 'block' }).",
    );
  context.serviceWorkers().forEach(warn);
  context.on('serviceworker', warn);
}

/** Tells the user at once, and in the report of the test that runs, if one does. */
export function warnUser(text: string): void {
  console.warn(`petstore-mock: ${text}`);
  try {
    test.info().annotations.push({ type: 'petstore-mock', description: text });
  } catch {
    // Outside a test there is no report.
  }
}
