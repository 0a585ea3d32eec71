import type { BrowserContext, Page, Request, Response } from '@playwright/test';
import { headerOf } from '../../exchange/exchange.js';
import { assertNotPromise, InputError } from '../../json/input-error.js';
import { type Observation, type ObservedService, type ObserveOptions, observeService } from '../observe-service.js';
import { realNow, type SentRequest } from '../pending-responses.js';
import { failedExchange, readRawExchange } from './read-raw-exchange.js';

const ATTEMPTED = 'Observing a context';
/** The default timeout of Playwright's tests is 30 seconds. */
const SETTLE_TIMEOUT_MS = 20_000;
/** In Chromium, a response with `no-store` stays open for ever if the page reads only its status and headers. */
const UNREAD_MS = 5_000;

/**
 * Observes a real service while the pages and service workers of a context use it, so that tests of an application against staging also
 * test staging. It only listens. Not seen: preflights, and requests by `context.request`, `page.request` and `route.fetch()`, which bypass
 * the browser. Responses of a route, a service worker or a cache do not count as the service's. Call it before the pages open. Throws an
 * InputError unless it is a context, and for an invalid option.
 */
export function observeContext(context: BrowserContext, options: ObserveOptions): ObservedService {
  assertNotPromise(ATTEMPTED, 'the context', context);
  if (typeof context?.serviceWorkers !== 'function') {
    const remedy = "Write observeContext(page.context(), { baseUrl: 'https://staging.example.test/v1' }).";
    throw new InputError(ATTEMPTED, 'it is not a browser context', remedy);
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

/** Reports the requests of a context to an observation. Returns a function that ends this: pending requests then count as failed. */
export function watchContext(context: BrowserContext, observation: Observation): () => void {
  const watch = new ContextWatch(context, observation);
  return () => watch.stop();
}

interface PendingRequest {
  readonly seenMs: number;
  /** Marks it as settled. */
  readonly settle: () => void;
}

class ContextWatch {
  readonly #context: BrowserContext;
  readonly #observation: Observation;
  readonly #isChromium: boolean;
  readonly #pending = new Map<Request, PendingRequest>();
  readonly #givenUp = new WeakSet<Request>();
  #lastRecorded: Promise<void> = Promise.resolve();

  constructor(context: BrowserContext, observation: Observation) {
    this.#context = context;
    this.#observation = observation;
    this.#isChromium = context.browser()?.browserType().name() === 'chromium';
    this.#listen('on');
  }

  stop(): void {
    this.#listen('off');
    this.#giveUpAll();
  }

  #listen(onOrOff: 'on' | 'off'): void {
    const context = this.#context;
    context[onOrOff]('request', this.#begin);
    context[onOrOff]('response', this.#expectBody);
    context[onOrOff]('requestfinished', this.#finish);
    context[onOrOff]('requestfailed', this.#finish);
    context[onOrOff]('page', this.#watchPage);
    context[onOrOff]('close', this.#giveUpAll);
    for (const page of context.pages()) page[onOrOff]('close', this.#leave);
  }

  readonly #begin = (request: Request) => {
    if (!this.#observation.isObserved(request.url())) return;
    const settled = new Promise<void>((settle) => this.#pending.set(request, { seenMs: realNow(), settle }));
    this.#observation.track(settled, sentRequestOf(request));
  };

  readonly #expectBody = (response: Response) => {
    const request = response.request();
    if (!this.#pending.has(request)) return;
    setTimeout(() => {
      if (!this.#pending.has(request)) return;
      this.#end(request, true);
      this.#givenUp.add(request);
    }, UNREAD_MS).unref();
  };

  readonly #finish = (request: Request) => this.#end(request, false);

  #end(request: Request, isUnread: boolean): void {
    const { seenMs, settle } = this.#pending.get(request) ?? { seenMs: realNow(), settle: () => {} };
    this.#pending.delete(request);
    // Checked again: a route may have redirected it to or from the service.
    const isMeant = this.#observation.isObserved(request.url()) && !isPreflight(request) && !this.#givenUp.has(request);
    // Tracked before the pending one settles, so that there is no gap.
    if (isMeant) this.#observation.track(this.#record(request, seenMs, isUnread), sentRequestOf(request));
    settle();
  }

  /** Exchanges are read concurrently, and recorded in the order in which they ended. */
  #record(request: Request, seenMs: number, isUnread: boolean): Promise<void> {
    const reading = readRawExchange(request, seenMs, this.#isChromium, isUnread).catch(() =>
      failedExchange(request, seenMs, 'the page was closed before the response was read'),
    );
    this.#lastRecorded = this.#lastRecorded
      .catch(() => {})
      .then(() => reading)
      .then((raw) => void this.#observation.record(raw));
    return this.#lastRecorded;
  }

  readonly #watchPage = (page: Page) => {
    page.on('close', this.#leave);
  };

  readonly #leave = (page: Page) =>
    this.#giveUp('the page was closed before a response arrived', (request) => pageOf(request) === page);

  readonly #giveUpAll = () => this.#giveUp('observing ended before a response arrived', () => true);

  #giveUp(failure: string, isGone: (request: Request) => boolean): void {
    for (const [request, { seenMs, settle }] of [...this.#pending]) {
      if (!isGone(request)) continue;
      this.#pending.delete(request);
      this.#givenUp.add(request);
      if (!isPreflight(request)) this.#observation.record(failedExchange(request, seenMs, failure));
      settle();
    }
  }
}

function sentRequestOf(request: Request): SentRequest {
  return { method: request.method(), url: request.url(), headers: Object.entries(request.headers()) };
}

/** Sent by the browser itself. Only those of service workers are visible. */
function isPreflight(request: Request): boolean {
  const headers = Object.entries(request.headers());
  return request.method() === 'OPTIONS' && headerOf(headers, 'access-control-request-method') !== undefined;
}

/** A service worker has no page, and a page that is just opening has none yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}
