import { randomBytes } from 'node:crypto';
import { PROXY_RESPONSE_HEADER } from '../../exchange/proxy-response.js';
import { isAdminPath } from '../../server/admin/admin-path.js';
import type { ServedHosts } from '../../server/admin/served-hosts.js';
import { type HttpServer, type HttpServerOptions, startHttpServer } from '../../server/http-server.js';
import { jsonErrorResponse } from '../../server/json-response.js';
import type { ControlRoom, Responder, ServerLog } from '../../server/responder.js';
import type { ErrorBody } from '../../service/schemas.js';
import { Forwarder, type ForwarderOptions } from './forwarder.js';
import { findRejection, ownResponse } from './rejections.js';
import { MOST_HEADER_BYTES, splitTarget } from './upstream.js';

/** A request that the proxy did not forward. Without its target, which may contain a key. */
interface RejectedRequest {
  /** Empty for malformed HTTP. */
  readonly method: string;
  readonly status: number;
  readonly message: string;
}

export interface ProxyServerOptions
  extends ForwarderOptions,
    Pick<HttpServerOptions<Responder>, 'port' | 'host' | 'secondHost'> {
  /** The hosts for which requests are forwarded; undefined: any. */
  readonly hosts?: ServedHosts | undefined;
  readonly log: Pick<ServerLog, 'bug' | 'note'>;
  readonly onRejected?: ((rejected: RejectedRequest) => void) | undefined;
  /** Creates the control room under `/__admin`. Undefined: every request goes to the upstream. */
  readonly admin?: ((origin: string) => ControlRoom) | undefined;
  /** How long responses in flight may take after `close()`; default 10 s. */
  readonly closeMs?: number | undefined;
}

/** Rejects with the system's error if it cannot listen; errors of the upstream are reported to the client that sent the request. */
export async function startProxyServer(options: ProxyServerOptions): Promise<HttpServer> {
  const { upstream, hosts, log, admin, onRejected, closeMs = 10_000 } = options;
  // By this name in `Via`, the proxy recognises its own requests when they come back (RFC 9110 §7.6.3).
  const viaName = `petstore-mock-${randomBytes(4).toString('hex')}`;
  const forwarder = new Forwarder(options, viaName);
  const basePath = new URL(upstream.url).pathname;
  const { responder, ...server } = await startHttpServer({
    ...options,
    log: { ...log, request: undefined },
    // An upload may take any time.
    timeouts: { requestMs: 0, closeMs },
    maxHeaderBytes: MOST_HEADER_BYTES,
    onMalformed(response) {
      const { message } = JSON.parse(String(response.body)) as ErrorBody;
      onRejected?.({ method: '', status: response.status, message });
      return { ...response, headers: { ...response.headers, [PROXY_RESPONSE_HEADER]: 'rejected' } };
    },
    responder: (origin) => createProxyResponder(origin, admin?.(origin), log.bug),
    passOn(incoming, response, asksFirst) {
      const [path = ''] = splitTarget(incoming.url ?? '').path.split(/[?#]/, 1);
      if (responder.controlRoom !== undefined && isAdminPath(path)) return false;
      const baseUrl = `${responder.origin}${basePath}`;
      const rejection = findRejection(incoming, { baseUrl, hosts, upstreamOrigin: upstream.origin, viaName });
      if (rejection === undefined) {
        forwarder.forward(incoming, response, asksFirst);
        return true;
      }
      const { status, headers, body } = ownResponse(rejection.reason, rejection.message);
      response.shouldKeepAlive = false;
      response.writeHead(status, headers).end(body);
      onRejected?.({ method: incoming.method ?? '', status, message: rejection.message });
      return true;
    },
  });
  return {
    ...server,
    async close() {
      responder.controlRoom?.close();
      await server.close();
      await forwarder.close();
    },
  };
}

/** Responds on the proxy's own port: the control room, if there is one. Everything else is forwarded before. */
function createProxyResponder(origin: string, controlRoom: ControlRoom | undefined, onBug: ServerLog['bug']) {
  return {
    origin,
    controlRoom,
    now: () => Date.now(),
    bodyLimit: (head) => (controlRoom !== undefined && isAdminPath(head.path) ? controlRoom.bodyLimit(head) : 0),
    loggedPath: () => '',
    respond: (request) =>
      controlRoom !== undefined && isAdminPath(request.path)
        ? controlRoom.respond(request)
        : jsonErrorResponse(404, 'not_found', 'Not found. Try /__admin/ui.', Date.now()),
    respondToBug(_request, bug) {
      onBug(bug);
      return jsonErrorResponse(500, 'internal_error', 'The proxy failed; its log has the details.', Date.now());
    },
  } satisfies Responder & Record<string, unknown>;
}
