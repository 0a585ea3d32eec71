/** A client that keeps what sends its requests when it is loaded, as openapi-fetch does. */
import http, { get } from 'node:http';

const [keptFetch, keptGet] = [globalThis.fetch, http.get];

export const byFetch = (url: string, init: RequestInit) => keptFetch(url, init);
export const byKeptGet = (url: string, init: http.RequestOptions) => statusOf(keptGet, url, init);
/** Reads the import with each call, as the language says. */
export const byNamedGet = (url: string, init: http.RequestOptions) => statusOf(get, url, init);

function statusOf(send: typeof get, url: string, init: http.RequestOptions) {
  return new Promise((resolve, reject) => {
    send(url, init, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
}
