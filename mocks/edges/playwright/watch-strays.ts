import type { BrowserContext, Request } from '@playwright/test';
import type { Petstore } from '../../petstore.js';
import { findStray } from '../find-stray.js';
import { isServed } from '../is-served.js';

/**
 * Looks for requests that seem meant for the fake, went elsewhere and failed there: most likely a base URL is wrong.
 * Answers a function that tells what there was to tell so far, each address once.
 */
export function watchStrays(context: BrowserContext, petstore: Petstore): () => string[] {
  const strays = new Set<string>();
  const look = (request: Request) => {
    const url = request.url();
    const isData = ['fetch', 'xhr'].includes(request.resourceType());
    if (!isData || isServed(new URL(url), petstore)) return;
    const homes = new Set([petstore.baseUrl, petstore.journal.messagesUrl]);
    const stray = findStray({ method: request.method(), url }, [...homes], { option: 'petstoreOptions: ' });
    if (stray !== undefined) strays.add(stray.message);
  };
  context.on('requestfailed', look);
  context.on('response', (response) => {
    // A development server answers with its page whatever it does not know.
    const isPage = response.headers()['content-type']?.startsWith('text/html');
    if (response.status() >= 400 || isPage) look(response.request());
  });
  return () => [...strays];
}
