import type { BrowserContext, Page, Request } from '@playwright/test';
import { headerOf } from '../../exchange/exchange.js';
import { assertNotPromise, InputError } from '../../spec/validation/input-error.js';
import type { ObserveOptions } from '../observe-options.js';
import { type Observation, type ObservedService, observeService } from '../observe-service.js';
import { realNow, type SentRequest } from '../pending-responses.js';
import { readRawExchange, unansweredExchange } from './read-raw-exchange.js';

const ATTEMPTED = 'Observing a context';
/** Playwright's tests have 30 seconds. */
const SETTLE_TIMEOUT_MS = 20_000;

/**
 * Observes a real service while the pages of a context, now and later, and its service workers use it: whoever tests an application
 * against staging tests staging, too. It only listens. Not seen: preflights, and what `context.request`, `page.request` and `route.fetch()`
 * send, which pass no browser. What a route of the test, a service worker or a cache answers is not the service's. Call it before the pages
 * open. Throws an InputError for what is no context, and for an option that cannot be.
 */
export function observeContext(context: BrowserContext, options: ObserveOptions): ObservedService {
  assertNotPromise(ATTEMPTED, 'the context', context);
  if (typeof context?.serviceWorkers !== 'function') {
    const remedy = "Write observeContext(page.context(), { baseUrl: 'https://staging.example.test/v1' }).";
    throw new InputError(ATTEMPTED, 'there is no context', remedy);
  }
  const observation = observeBrowser(options);
  watchContext(context, observation);
  return observation.service;
}

/** Creates the observation of one service, for any number of contexts. */
export function observeBrowser(options: ObserveOptions): Observation {
  return observeService(options, {
    name: 'petstore-mock/observe/playwright',
    firstStep: 'Observe the context before its pages open',
    settleTimeoutMs: SETTLE_TIMEOUT_MS,
  });
}

/** A request under way. */
interface Pending {
  readonly seenMs: number;
  /** To be called when it is over. */
  readonly over: () => void;
}

/**
 * Tells an observation of what the pages and service workers of a context, now and later, ask the service. It listens, and puts
 * nothing in between. Answers what ends it: what is under way then counts as unanswered.
 */
export function watchContext(context: BrowserContext, observation: Observation): () => void {
  const isChromium = context.browser()?.browserType().name() === 'chromium';
  const pending = new Map<Request, Pending>();
  const givenUp = new WeakSet<Request>();
  let lastTold: Promise<void> = Promise.resolve();

  const begin = (request: Request) => {
    if (!observation.isObserved(request.url())) return;
    const whole = new Promise<void>((resolve) => pending.set(request, { seenMs: realNow(), over: resolve }));
    observation.track(whole, sentOf(request));
  };
  const finish = (request: Request) => {
    const { seenMs, over } = pending.get(request) ?? { seenMs: realNow(), over: () => {} };
    pending.delete(request);
    // Asked anew: a route may have sent it elsewhere, or from elsewhere to the service.
    const isMeant = observation.isObserved(request.url()) && !isPreflight(request) && !givenUp.has(request);
    if (!isMeant) return over();
    // Before the first wait is over, so that there is no moment without one; after it, so that it counts as one.
    observation.track(tell(request, seenMs), sentOf(request));
    over();
  };
  const tell = (request: Request, seenMs: number) => {
    const gone = () => unansweredExchange(request, seenMs, 'the page was closed before its answer was read');
    const reading = readRawExchange(request, seenMs, isChromium).catch(gone);
    // They are read side by side, and told in the order in which they ended.
    lastTold = lastTold
      .catch(() => {})
      .then(() => reading)
      .then((live) => void observation.record(live));
    return lastTold;
  };
  const giveUp = (why: string, isGone: (request: Request) => boolean) => {
    for (const [request, { seenMs, over }] of [...pending]) {
      if (!isGone(request)) continue;
      pending.delete(request);
      givenUp.add(request);
      if (!isPreflight(request)) observation.record(unansweredExchange(request, seenMs, why));
      over();
    }
  };
  const leave = (page: Page) =>
    giveUp('its page was closed before an answer came', (request) => pageOf(request) === page);
  const watchPage = (page: Page) => page.on('close', leave);
  const endAll = () => giveUp('it was no longer observed when an answer came', () => true);
  context.on('request', begin);
  context.on('requestfinished', finish);
  context.on('requestfailed', finish);
  context.on('page', watchPage);
  context.once('close', endAll);
  for (const page of context.pages()) watchPage(page);
  return () => {
    context.off('request', begin);
    context.off('requestfinished', finish);
    context.off('requestfailed', finish);
    context.off('page', watchPage);
    context.off('close', endAll);
    for (const page of context.pages()) page.off('close', leave);
    endAll();
  };
}

function sentOf(request: Request): SentRequest {
  return { method: request.method(), url: request.url(), headers: Object.entries(request.headers()) };
}

/** What a browser asks of its own accord. It shows only those of service workers. */
function isPreflight(request: Request): boolean {
  const headers = Object.entries(request.headers());
  return request.method() === 'OPTIONS' && headerOf(headers, 'access-control-request-method') !== undefined;
}

/** A service worker has no page, and a page that is only just opening has none yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}
