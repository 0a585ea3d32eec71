import type { BrowserContext, Page } from '@playwright/test';

/** Where the pages of the tests live: another origin than the fake's, and neither of them exists. */
export const SHOP = 'http://shop.test';
export const BASE_URL = 'https://api.example.test/v1';

export interface Asked {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly body?: string | readonly number[];
  /** After how many milliseconds the page gives up. */
  readonly patienceMs?: number;
}

export interface Received {
  /** 0 where no response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Why it is not all there, where it is not. */
  readonly error: string | undefined;
  readonly text: string;
}

/** Serves a page on the shop's address. */
export async function serveShop(context: BrowserContext, html = '<!doctype html><title>Shop</title>'): Promise<void> {
  await context.route(`${SHOP}/**`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
}

/** Sends a request from a page by `fetch`, and returns what the page received. */
export function ask(page: Page, url: string, asked: Asked = {}): Promise<Received> {
  return page.evaluate(
    async ({ url, asked: { method = 'GET', key, headers = {}, body, patienceMs } }) => {
      const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
      const received = { status: 0, headers: {}, error: undefined as string | undefined, text: '' };
      try {
        const response = await fetch(url, {
          method,
          headers: [...pairs, ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as const])],
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
          ...(patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) }),
        });
        Object.assign(received, { status: response.status, headers: Object.fromEntries(response.headers) });
        received.text = await response.text();
      } catch (error) {
        received.error = String(error);
      }
      return received;
    },
    { url, asked },
  );
}

/** Lets a page set the stock of a pet: a request that browsers ask leave for first. */
export function update(page: Page, petId: number, quantity: number, key = 'test_free'): Promise<Received> {
  const headers = { 'Content-Type': 'application/json' };
  return ask(page, `${BASE_URL}/inventory/${petId}`, {
    method: 'PATCH',
    key,
    headers,
    body: JSON.stringify({ quantity }),
  });
}
