import type { BrowserContext, Worker } from '@playwright/test';
import { warnUser } from './warn-user.js';

/** Warns of every service worker of the app: what it answers itself meets no route, and what it sends does in Chromium alone. */
export function warnOfServiceWorkers(context: BrowserContext, baseUrl: string): void {
  const warn = (worker: Worker) =>
    warnUser(
      `The service worker ${worker.url()} stands between the page and the fake at ${baseUrl}, which never sees what the worker ` +
        "answers. Block it with test.use({ serviceWorkers: 'block' }) or browser.newContext({ serviceWorkers: 'block' }).",
    );
  context.serviceWorkers().forEach(warn);
  context.on('serviceworker', warn);
}
