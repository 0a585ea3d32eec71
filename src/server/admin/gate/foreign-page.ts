import { headerValue } from '../../../../mocks/petstore-request.js';
import { parseUrl } from '../../../spec/parse-url.js';
import type { ServerRequest } from '../../responder.js';
import { type HostName, parseHost } from './host-name.js';

const SCHEMES: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
/** `none`: somebody typed the address. `same-site` is another port of the same name, and so another's page. */
const OWN_SITES: readonly (string | undefined)[] = [undefined, 'same-origin', 'none'];

/**
 * Tells what shows that another page sent a request, or undefined where nothing does: `Origin` that is not the server's own
 * (RFC 6454), or `Sec-Fetch-Site` that says so.
 */
export function signOfForeignPage(request: Pick<ServerRequest, 'headers'>, host: HostName): string | undefined {
  const origin = headerValue(request, 'origin');
  if (origin !== undefined && !isOwn(origin, host)) return `Origin: ${origin}`;
  const site = headerValue(request, 'sec-fetch-site');
  return OWN_SITES.includes(site?.toLowerCase()) ? undefined : `Sec-Fetch-Site: ${site}`;
}

function isOwn(origin: string, host: HostName): boolean {
  const url = parseUrl(origin);
  const standardPort = SCHEMES[url?.protocol ?? ''];
  // What has a path, a user or a second origin in it is no origin.
  if (url === undefined || standardPort === undefined || url.origin !== origin.toLowerCase()) return false;
  const own = parseHost(url.host);
  return own?.name === host.name && (own.port ?? standardPort) === (host.port ?? standardPort);
}
