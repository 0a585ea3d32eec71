import { createHash } from 'node:crypto';
import { headerValue } from '../../mocks/neutral-http.js';
import type { ServiceAddress } from '../../mocks/route.js';
import { formatHttpDate } from '../spec/dates.js';
import { PAGE_PATH } from './admin/admin-path.js';
import type { ServedResponse, ServerRequest } from './responder.js';

const ROOT = '/';
const DESCRIPTION = '/openapi.json';

const style = `:root{color-scheme:light dark}body{max-width:34rem;margin:10vh auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}h1{font-size:1.25rem}`;
const policyOf = (css: string) =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`;

/**
 * Welcomes whoever opens the root of the server, and describes the service as OpenAPI. Returns undefined for every other request, and
 * with a base path that contains these paths. No world sees the requests.
 */
export function welcome(
  request: ServerRequest,
  base: ServiceAddress,
  hasControlRoom: boolean,
): ServedResponse | Promise<ServedResponse> | undefined {
  const { method, path } = request;
  if ((path !== ROOT && path !== DESCRIPTION) || base.path === '' || path === base.path) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === DESCRIPTION) return describe(base);
  const room = hasControlRoom ? base.origin + PAGE_PATH : undefined;
  const isBrowser = /\btext\/html\b/i.test(headerValue(request, 'accept') ?? '');
  return isBrowser
    ? respond('text/html; charset=utf-8', pageOf(base, room), { 'Content-Security-Policy': policyOf(style) })
    : respond('text/plain; charset=utf-8', lineOf(base, room));
}

async function describe({ url }: ServiceAddress): Promise<ServedResponse> {
  const { openApiDocument } = await import('../spec/openapi.js');
  return respond('application/json', JSON.stringify(openApiDocument({ baseUrl: url })));
}

function lineOf({ url }: ServiceAddress, room: string | undefined): string {
  const control = room === undefined ? 'It has no control room.' : `Control room: ${room}`;
  return `petstore-mock: a fake of the Petstore Inventory Service at ${url}. ${control}\n`;
}

function pageOf({ url, path }: ServiceAddress, room: string | undefined): string {
  const links = [
    ...(room === undefined ? [] : [['Control room', PAGE_PATH, 'needs the token that the server printed']]),
    ['OpenAPI', DESCRIPTION, 'the operations of the service'],
    ['Health', '/readyz', 'whether the server is ready'],
  ].map(([name, target, what]) => `<li><a href="${target}">${name}</a>: ${what}</li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>petstore-mock</title><style>${style}</style></head>
<body><h1>petstore-mock</h1>
<p>A fake of the Petstore Inventory Service runs here. Its base URL is <code>${url}</code>: try <code>GET ${path}/inventory</code> with the key <code>test_free</code>.</p>
<ul>${links.join('')}</ul></body></html>
`;
}

function respond(type: string, body: string, headers: Readonly<Record<string, string>> = {}): ServedResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Content-Length': String(Buffer.byteLength(body)),
      Date: formatHttpDate(Date.now()),
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body,
    keyAlias: undefined,
  };
}
