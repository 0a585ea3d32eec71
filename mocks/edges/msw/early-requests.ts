import type { Petstore } from '../../petstore.js';
import { isServed } from '../is-served.js';

/** What a browser notes of each thing that a page has loaded, or tried to. */
interface ResourceTiming {
  readonly name: string;
  /** 0 where no service worker stood in between. */
  readonly workerStart: number;
}

/**
 * Answers what to tell where requests for the fake had gone to the network before its worker was ready, as the page's
 * `performance` notes them; undefined where there were none. Those that are still on their way are not noted yet.
 */
export function tellEarlyRequests(petstore: Petstore): string | undefined {
  const loaded = performance.getEntriesByType('resource') as unknown as readonly ResourceTiming[];
  const early = loaded.filter(({ name, workerStart }) => workerStart === 0 && isServed(new URL(name), petstore));
  if (early.length === 0) return undefined;
  const requests = early.length === 1 ? '1 request' : `${early.length} requests`;
  return `petstore-mock: ${requests} to ${petstore.baseUrl} went to the network before start() was done. Write await before start(), and load what sends requests after it.`;
}
