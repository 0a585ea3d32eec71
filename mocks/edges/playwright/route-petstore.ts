import type { BrowserContext, Page, Request, Route } from '@playwright/test';
import { InputError } from '../../../src/validation/input-error.js';
import { refusePromise } from '../../../src/validation/refuse-promise.js';
import { wait } from '../../delivery/wait.js';
import type { Petstore } from '../../petstore.js';
import { isServed } from '../is-served.js';
import { fulfilment } from './fulfilment.js';
import { readPlaywrightRequest } from './read-request.js';
import { warnOfServiceWorkers } from './service-workers.js';

/** What a fake has to have to be routed. */
type RoutablePetstore = Pick<Petstore, 'answer' | 'baseUrl' | 'journal'>;

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
    (route, request) => answerRoute(route, request, petstore, over.signal),
  );
  return { end };
}

function checkArguments(context: BrowserContext, petstore: RoutablePetstore): void {
  const attempted = 'Routing the fake';
  const remedy = 'Write await routePetstore(page.context(), petstore).';
  refusePromise(attempted, 'the context', context);
  refusePromise(attempted, 'the fake', petstore);
  if (typeof context?.serviceWorkers !== 'function') throw new InputError(attempted, 'there is no context', remedy);
  if (typeof petstore?.answer !== 'function') throw new InputError(attempted, 'there is no fake', remedy);
}

async function answerRoute(
  route: Route,
  request: Request,
  petstore: RoutablePetstore,
  over: AbortSignal,
): Promise<void> {
  try {
    if (over.aborted) return await route.abort('blockedbyclient');
    const answer = petstore.answer(await readPlaywrightRequest(request));
    // Playwright takes a body as a whole: one that is to come in small pieces comes when its last one would.
    const pauseMs = answer.delayMs + answer.dripMs;
    if (pauseMs > 0) await pause(pauseMs, request, over);
    if (over.aborted) return await route.abort('blockedbyclient');
    if (answer.cut === 'reset') return await route.abort('connectionreset');
    await route.fulfill(fulfilment(answer));
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
