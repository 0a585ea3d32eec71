import type { BrowserContext } from '@playwright/test';
import { InputError } from '../../validation/input-error.js';
import { refusePromise } from '../../validation/refuse-promise.js';
import type { ObserveOptions } from '../observe-options.js';
import { type Observation, observeService } from '../observe-service.js';
import type { ObservedService } from '../observed-service.js';
import { watchContext } from './watch-context.js';

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
  refusePromise(ATTEMPTED, 'the context', context);
  if (typeof context?.serviceWorkers !== 'function') {
    const remedy = "Write observeContext(page.context(), { baseUrl: 'https://staging.example.test/v1' }).";
    throw new InputError(ATTEMPTED, 'there is no context', remedy);
  }
  const observation = observeBrowser(options);
  watchContext(context, observation);
  return observation.service;
}

/** Makes the observation of one service, for any number of contexts. */
export function observeBrowser(options: ObserveOptions): Observation {
  return observeService(options, {
    name: 'petstore-mock/observe/playwright',
    firstStep: 'Observe the context before its pages open',
    settleTimeoutMs: SETTLE_TIMEOUT_MS,
  });
}
