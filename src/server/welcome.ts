import type { ServiceAddress } from '../../mocks/route.js';
import { PAGE_PATH } from './admin/admin-path.js';
import { jsonTextResponse } from './json-response.js';
import type { ServedResponse, ServerRequest } from './responder.js';

const ROOT = '/';
const DESCRIPTION = '/openapi.json';

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
  const control = hasControlRoom ? `Control room: ${base.origin}${PAGE_PATH}` : 'It has no control room.';
  const what = `petstore-mock: a fake of the Petstore Inventory Service at ${base.url}. ${control}`;
  return respond('text/plain; charset=utf-8', `${what}\nOpenAPI: ${base.origin}${DESCRIPTION}\n`);
}

async function describe({ url }: ServiceAddress): Promise<ServedResponse> {
  const { openApiDocument } = await import('../spec/openapi.js');
  return respond('application/json', JSON.stringify(openApiDocument({ baseUrl: url })));
}

function respond(type: string, body: string): ServedResponse {
  return jsonTextResponse(200, body, Date.now(), { 'Content-Type': type });
}
