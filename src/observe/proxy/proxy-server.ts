import { type AgentOptions, Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { createProxyServer } from 'httpxy';
import type { ServedHosts } from '../../server/admin/served-hosts.js';
import { type HttpServer, startHttpServer } from '../../server/http-server.js';
import { jsonErrorResponse } from '../../server/json-response.js';
import type { ControlRoom, Responder } from '../../server/responder.js';
import type { ServerLog } from '../../server/server-log.js';
import { MOST_HEADER_BYTES, requestOptions, upstreamHead } from './forwarded-headers.js';
import { ActiveForwardings, Forwarding, type ForwardingOptions } from './forwarding.js';
import { explainProxyError, type OutboundProxy, TunnelAgent } from './outbound-proxy.js';
import {
  asRejected,
  createLoopDetector,
  hostProblem,
  LoopGuard,
  messageOf,
  ownResponse,
  rawPath,
  targetProblem,
} from './rejected-requests.js';
import type { Upstream } from './upstream.js';
import type { WireExchange } from './wire-exchange.js';
import { type ResponseWriter, writeThrough } from './write-response.js';

/** What the proxy answered to a request that it did not pass on. Holds no target: a key may stand in it. */
interface RejectedRequest {
  /** Empty where it cannot be told: it was no HTTP. */
  readonly method: string;
  readonly status: number;
  /** Why, and what would work. */
  readonly message: string;
}

export interface ProxyServerOptions {
  readonly upstream: Upstream;
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Authorities to trust beside the usual ones, in PEM. */
  readonly ca: string | undefined;
  /** Under which hosts requests are passed on; left out, under any. */
  readonly hosts?: ServedHosts | undefined;
  /** Left out: the upstream is reached directly. */
  readonly outbound?: OutboundProxy | undefined;
  readonly log: Pick<ServerLog, 'bug'>;
  /** Is handed each exchange once its answer was delivered, or never will be. */
  readonly onPassed: (passed: WireExchange) => void;
  /** Is told of each request that is not passed on. */
  readonly onRejected?: ((refusal: RejectedRequest) => void) | undefined;
  /** Creates what answers under `/__admin`. Left out: all goes to the upstream. */
  readonly admin?: ((origin: string) => ControlRoom) | undefined;
  /** Left out: answers are passed on as they come. */
  readonly writeAnswer?: ResponseWriter | undefined;
  /** How long the upstream may stay silent before its answer begins; default 2 minutes. */
  readonly answerTimeoutMs?: number | undefined;
  /** For answers in flight once the proxy is told to close; default 10 s. */
  readonly closeMs?: number | undefined;
}

/** Servers close what has been idle for longer, some of them just as the next request goes out. */
const MOST_IDLE_MS = 4_000;

/**
 * Serves a reverse proxy to one service. Throws what the system says of the port; what goes wrong with the upstream is answered
 * to whoever asked.
 */
export async function startProxyServer(options: ProxyServerOptions): Promise<HttpServer> {
  const { upstream, port, host, hosts, log, admin, onRejected: onRefused, closeMs = 10_000 } = options;
  const agent = agentFor(options);
  const underWay = new ActiveForwardings();
  const guard = new LoopGuard();
  const forward = createForwarder(options, agent, underWay, guard);
  const refuseLoop = createLoopDetector(upstream.origin, agent, guard);
  const { responder, ...server } = await startHttpServer({
    port,
    host,
    log: { bug: log.bug, request: undefined },
    // An upload takes as long as it takes.
    timeouts: { requestMs: 0, closeMs },
    maxHeaderBytes: MOST_HEADER_BYTES,
    onMalformed(answer) {
      onRefused?.({ method: '', status: answer.status, message: messageOf(answer) });
      return asRejected(answer);
    },
    responder: (origin) => createProxyResponder(origin, admin?.(origin), log.bug),
    passOn(incoming, response, asksFirst) {
      const target = incoming.url ?? '';
      if (responder.controlRoom?.owns(rawPath(target))) return false;
      // Node reads nothing more on a connection on which an upgrade was asked for, granted or not.
      if (incoming.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      const refusal = targetProblem(target, responder.origin, new URL(upstream.url).pathname);
      const misdirection = hosts && hostProblem(incoming, hosts);
      const refuse = (why: 'refused' | 'misdirected' | 'loop', message: string) => {
        const status = sendRejection(response, why, message);
        onRefused?.({ method: incoming.method ?? '', status, message });
      };
      if (refusal !== undefined) refuse('refused', refusal);
      else if (misdirection !== undefined) refuse('misdirected', misdirection);
      else {
        const loop = refuseLoop(incoming);
        if (loop !== undefined) refuse('loop', loop);
        else forward(incoming, response, asksFirst);
      }
      return true;
    },
  });
  return {
    ...server,
    async close() {
      responder.controlRoom?.close();
      await server.close();
      await underWay.closed();
      agent.destroy();
    },
  };
}

function sendRejection(response: ServerResponse, why: 'refused' | 'misdirected' | 'loop', message: string): number {
  const { status, headers, body } = ownResponse(why, message, Date.now());
  response.shouldKeepAlive = false;
  response.writeHead(status, headers).end(body);
  return status;
}

function agentFor({ upstream, ca, outbound }: Pick<ProxyServerOptions, 'upstream' | 'ca' | 'outbound'>): HttpAgent {
  const options: AgentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: MOST_IDLE_MS };
  const { isTls } = upstream.isTls ? upstream : (outbound ?? upstream);
  if (!isTls) return new HttpAgent(options);
  const withTls = { ...options, ...(ca !== undefined && { ca: [...rootCertificates, ca] }) };
  return upstream.isTls && outbound !== undefined ? new TunnelAgent(outbound, withTls) : new HttpsAgent(withTls);
}

/** Without TLS, a proxy on the way is asked for the whole URL: many a one makes no tunnel to port 80. */
function plainRoute(upstream: Upstream, outbound: OutboundProxy | undefined) {
  if (upstream.isTls || outbound === undefined) return undefined;
  const login = outbound.authorization === undefined ? [] : ['Proxy-Authorization', outbound.authorization];
  return {
    outbound,
    login,
    // RFC 9112 §3.2.4: without a path it is the server as a whole that is asked.
    target: (target: string) => `${upstream.origin}${target === '*' ? '' : target}`,
    refusalIn: ({ statusCode }: IncomingMessage) =>
      statusCode === 407 ? explainProxyError(outbound, statusCode) : undefined,
  };
}

function createForwarder(options: ProxyServerOptions, agent: HttpAgent, underWay: ActiveForwardings, guard: LoopGuard) {
  const { upstream, onPassed, answerTimeoutMs = 120_000, writeAnswer = writeThrough } = options;
  const route = plainRoute(upstream, options.outbound);
  const { hostname, port, isTls } = route?.outbound ?? upstream;
  const passages = new WeakMap<IncomingMessage, Forwarding>();
  const proxy = createProxyServer({ target: { protocol: isTls ? 'https:' : 'http:', hostname, port }, agent });
  proxy.on('proxyReq', (outgoing, incoming) => {
    const { socket } = outgoing;
    if (socket?.connecting) socket.once('connect', () => guard.sent(incoming));
    else guard.sent(incoming);
    passages.get(incoming)?.sending(outgoing);
  });
  proxy.on('proxyRes', (answer, incoming) => {
    guard.answered(incoming);
    passages.get(incoming)?.responded(answer);
  });
  const send: ForwardingOptions['send'] = (passage) => {
    passages.set(passage.incoming, passage);
    return proxy.web(passage.incoming, passage.response, {
      ssl: requestOptions(...asSent(passage)),
      selfHandleResponse: writeAnswer !== writeThrough,
    });
  };
  const closeIdle = () => {
    for (const idle of Object.values(agent.freeSockets)) for (const socket of idle ?? []) socket.destroy();
  };
  const asSent = ({ head, incoming: { url = '' } }: Forwarding): [head: readonly string[], target: string] =>
    route === undefined ? [head, url] : [[...head, ...route.login], route.target(url)];
  const ended: ForwardingOptions['onPassed'] = (passed, passage) => {
    guard.answered(passage.incoming);
    underWay.ended(passage);
    onPassed(passed);
  };
  return (incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean) => {
    const head = upstreamHead(incoming, upstream.host);
    const { refusalIn } = route ?? {};
    const sent = {
      upstream,
      head,
      asksFirst,
      answerTimeoutMs,
      writeAnswer,
      refusalIn,
      send,
      closeIdle,
      onPassed: ended,
    };
    underWay.began(new Forwarding(incoming, response, sent));
  };
}

/** What answers on a proxy's own port: the control room, where there is one. All else is passed on before it gets here. */
interface ProxyResponder extends Responder {
  readonly origin: string;
  readonly controlRoom: ControlRoom | undefined;
}

/** Creates what answers at the origin of a proxy. */
function createProxyResponder(
  origin: string,
  controlRoom: ControlRoom | undefined,
  onBug: (bug: unknown) => void,
): ProxyResponder {
  return {
    origin,
    controlRoom,
    now: () => Date.now(),
    bodyLimit: (head) => (controlRoom?.owns(head.path) ? controlRoom.bodyLimit(head) : 0),
    loggedPath: () => '',
    respond: (request) =>
      controlRoom?.owns(request.path)
        ? controlRoom.respond(request)
        : jsonErrorResponse(404, 'not_found', 'There is nothing here. Try /__admin/ui.', Date.now()),
    respondToBug(_request, bug) {
      onBug(bug);
      return jsonErrorResponse(500, 'internal_error', 'The proxy failed; its log has the details.', Date.now());
    },
  };
}
