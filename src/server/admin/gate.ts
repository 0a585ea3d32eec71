import { headerValue } from '../../../mocks/neutral-http.js';
import { parseUrl } from '../../json/parse-url.js';
import { oneLine } from '../../json/quoting.js';
import { jsonErrorResponse } from '../json-response.js';
import { parseTarget } from '../received-request.js';
import type { RequestHead, ServedResponse, ServerRequest } from '../responder.js';
import { opensPage } from './admin-path.js';
import { type HostName, parseHost, type ServedHosts } from './served-hosts.js';

/** Returns an error response to a request that is not allowed; undefined for one that is. Needs no body. */
export type Gate = (request: RequestHead) => ServedResponse | undefined;

const EXAMPLE = "curl -H 'Authorization: Bearer ADMIN_TOKEN' http://HOST:PORT/__admin/health";

/** Guards `/__admin`: the host against DNS rebinding, the origin against other pages, and the token. There is no CORS header. */
export function createGate(hosts: ServedHosts, token: string, now: () => number): Gate {
  const isToken = createTokenCheck(token);
  const errorResponse = (status: number, code: string, message: string, headers?: Readonly<Record<string, string>>) =>
    jsonErrorResponse(status, code, oneLine(message), now(), headers);

  return (request) => {
    const host = namedHost(request);
    if (host === undefined || !hosts.has(host)) {
      const { name = 'petstore.internal' } = host ?? {};
      const what = host === undefined ? 'The request has no host' : `The control room is not served as ${name}`;
      const remedy = `To allow another name, start the server with --allowed-host ${name}.`;
      return errorResponse(403, 'forbidden', `${what}; it is served as ${hosts.names.join(', ')}. ${remedy}`);
    }
    if (opensPage(request)) return undefined;
    const sign = signOfForeignPage(request, host);
    if (sign !== undefined) {
      const remedy = 'Send it from the control room itself, with curl or with petstore-mock/admin.';
      return errorResponse(
        403,
        'forbidden',
        `This request came from another page (${sign}), which may not control the fake. ${remedy}`,
      );
    }
    const sent = headerValue(request, 'authorization');
    if (sent !== undefined && isToken(/^Bearer +(\S+)$/i.exec(sent)?.[1] ?? '')) return undefined;
    const challenge = sent === undefined ? '' : ', error="invalid_token"';
    const message = `This needs the admin token that was passed to the server or printed at its start. Try ${EXAMPLE}`;
    return errorResponse(401, 'unauthorized', message, {
      'WWW-Authenticate': `Bearer realm="petstore-admin"${challenge}`,
    });
  };
}

/** The host of a request: that of an absolute target wins over the header (RFC 9112 §3.2.2). */
function namedHost({ target, headers }: RequestHead): HostName | undefined {
  const isAbsolute = /^[a-z][\w+.-]*:/i.test(target);
  const text = isAbsolute ? parseTarget(target, '')?.host : headerValue({ headers }, 'host');
  return text === undefined ? undefined : parseHost(text);
}

const SCHEMES: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
/** `none`: the user typed the address. `same-site` is another port of the same name, so another page. */
const OWN_SITES: readonly (string | undefined)[] = [undefined, 'same-origin', 'none'];

/** Returns the header that shows that another page sent a request, if any. A proxy in front may add HTTPS. */
export function signOfForeignPage(request: Pick<ServerRequest, 'headers'>, host: HostName): string | undefined {
  const origin = headerValue(request, 'origin');
  if (origin !== undefined && !isOwn(origin, host)) return `Origin: ${origin}`;
  const site = headerValue(request, 'sec-fetch-site');
  return OWN_SITES.includes(site?.toLowerCase()) ? undefined : `Sec-Fetch-Site: ${site}`;
}

function isOwn(origin: string, host: HostName): boolean {
  const url = parseUrl(origin);
  const standardPort = SCHEMES[url?.protocol ?? ''];
  // An origin has no path, no user and no second origin.
  if (url === undefined || standardPort === undefined || url.origin !== origin.toLowerCase()) return false;
  const own = parseHost(url.host);
  return own?.name === host.name && (own.port ?? standardPort) === (host.port ?? standardPort);
}

/** Creates a constant-time check, which does not even reveal the token's length. */
export function createTokenCheck(token: string): (candidate: string) => boolean {
  return (candidate) => {
    const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto');
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(candidate), digest(token));
  };
}
