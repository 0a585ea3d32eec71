import type { BrowserContext, Page } from '@playwright/test';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY, type Service } from '../conformant-service/service.js';
import { type HandWrittenService, serveByHand } from '../observe/hand-written-service.js';
import { ask, type Received } from './shop.js';

type ScriptedResponse = Parameters<typeof serveByHand>[0];

/** A service that exposes no header to pages, and a page of another origin that uses it. */
export interface ObservedShop extends HandWrittenService {
  /** Another origin than the service's, on the same port. */
  readonly pageUrl: string;
  /** Method, address, headers and body of each request, as they arrived. */
  readonly received: readonly unknown[];
}

/** Serves a service, or what a test writes, to pages of any origin. No route is set: a route changes what Playwright shows. */
export async function serveObserved(service: Service | ScriptedResponse): Promise<ObservedShop> {
  const received: unknown[] = [];
  const served = await serveByHand(async (incoming, outgoing) => {
    const { origin = '*' } = incoming.headers;
    outgoing.setHeader('Access-Control-Allow-Origin', origin);
    if (incoming.url === '/favicon.ico') return outgoing.writeHead(404).end();
    if (incoming.url?.startsWith('/page'))
      return outgoing.setHeader('Content-Type', 'text/html').end('<title>Shop</title>');
    if (incoming.method === 'OPTIONS') {
      const allowed = { 'Access-Control-Allow-Headers': '*, authorization', 'Access-Control-Allow-Methods': '*' };
      return outgoing.writeHead(204, allowed).end();
    }
    if (typeof service === 'function') return service(incoming, outgoing);
    const request = await readRequest(incoming);
    received.push([request.method, request.url, request.headers, request.body]);
    const { status, headers, body } = service.handle(request, Date.now());
    outgoing.sendDate = false;
    for (const [name, value] of headers) outgoing.appendHeader(name, value);
    return outgoing.writeHead(status).end(body);
  });
  return { ...served, received, pageUrl: `${served.origin.replace('127.0.0.1', 'localhost')}/page` };
}

/** Opens a page that is to use a service. */
export async function openShop(context: BrowserContext, { pageUrl }: ObservedShop): Promise<Page> {
  const page = await context.newPage();
  await page.goto(pageUrl);
  return page;
}

/** What a storefront asks in a day, and what a form of it gets wrong. */
export async function useService(page: Page, { baseUrl }: ObservedShop): Promise<Received[]> {
  const json = { 'Content-Type': 'application/json' };
  const update = (id: string, body: string) =>
    ask(page, `${baseUrl}/inventory/${id}`, { method: 'PATCH', key: GOOD_KEY, headers: json, body });
  const get = (path: string) => ask(page, `${baseUrl}${path}`, { key: GOOD_KEY });
  return [
    await get('/inventory'),
    await ask(page, `${baseUrl}/inventory`),
    await update('1', '{"quantity":3}'),
    await update('1', '{"quantity":"three"}'),
    await update('1', '{"quantity"'),
    await update('987654321', '{"quantity":3}'),
    await get('/store/orders'),
    await ask(page, `${baseUrl}/messages`, {
      method: 'POST',
      key: GOOD_KEY,
      headers: json,
      body: '{"message":"Two cats."}',
    }),
    await get('/inventory'),
  ];
}
