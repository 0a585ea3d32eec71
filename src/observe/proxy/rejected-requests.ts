import type { Agent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { PROXY_RESPONSE_HEADER, type ProxyResponseReason, proxyStatuses } from '../../exchange/proxy-response.js';
import { parseHost, type ServedHosts } from '../../server/admin/served-hosts.js';
import { jsonErrorResponse } from '../../server/json-response.js';
import type { ServedResponse } from '../../server/responder.js';
import { oneLine } from '../../spec/quoting.js';
import type { ErrorBody } from '../../spec/schemas.js';

/** Answers for the proxy itself. `message` says what was wrong and what would work. */
export function ownResponse(why: ProxyResponseReason, message: string, nowMs: number): ServedResponse {
  return jsonErrorResponse(proxyStatuses[why], `proxy_${why}`, message, nowMs, { [PROXY_RESPONSE_HEADER]: why });
}

/** Marks an answer to what is no request that could be passed on. */
export function asRejected(response: ServedResponse): ServedResponse {
  return { ...response, headers: { ...response.headers, [PROXY_RESPONSE_HEADER]: 'refused' } };
}

/** Returns what an Error says. */
export function messageOf({ body }: ServedResponse): string {
  return (JSON.parse(String(body)) as ErrorBody).message;
}

/** Returns why a request target is not passed on; undefined for one that is. What is passed on is not changed in any byte. */
export function targetProblem(target: string, ownOrigin: string, basePath: string): string | undefined {
  if (target.startsWith('/') || target === '*') return undefined;
  // With `GET http://…` a client asks a forward proxy for any host there is.
  return `This proxy forwards to one service only and takes no whole URL for a request target. Give the client the base URL ${ownOrigin}${basePath} and let it use no HTTP proxy.`;
}

/** Returns the path of a target, byte for byte. */
export function rawPath(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/**
 * Returns why a request is not passed on for the host that it names; undefined for one that is. A page whose name is made to lead
 * here (DNS rebinding) would read the service through the proxy, be it behind a VPN or a firewall. No page speaks HTTP/1.0 or names no host.
 */
export function hostProblem({ headers, socket }: IncomingMessage, hosts: ServedHosts): string | undefined {
  if (headers.host === undefined) return undefined;
  const host = parseHost(headers.host);
  if (host !== undefined && hosts.has(host, socket.localAddress ?? '')) return undefined;
  const { name = 'petstore.internal' } = host ?? {};
  const what = host === undefined ? 'The request names no host' : `The proxy is not served as ${name}`;
  const served = hosts.names.join(', ');
  return oneLine(
    `${what}; it is served as ${served}. To have it served under another name, start it with --allowed-host ${name}.`,
  );
}

/** Creates what answers why a request is not passed on: it would come back for ever. Undefined for one that is. */
export function createLoopDetector(
  origin: string,
  agent: Pick<Agent, 'sockets'>,
  guard: LoopGuard,
): (incoming: IncomingMessage) => string | undefined {
  const isOwn = createOwnConnections(agent);
  return (incoming) => {
    if (isOwn(incoming.socket)) {
      return `This request came from the proxy itself: the upstream ${origin} leads back to it. Start it with the address of the service, or with another --port.`;
    }
    if (!guard.comesRound(incoming)) return undefined;
    return `This request seems to go in a circle: it came again and again, each time once it had been sent on, and none of these was answered. The upstream ${origin} leads back here, maybe by way of another proxy. Give one of them the address of the service.`;
  };
}

/** So many times a request may come round: more than clients ask for one thing before they have a first answer. */
const MOST_ROUNDS = 500;

/** Requests for one thing of which none has an answer yet. */
interface Unanswered {
  /** How many came once the one before them had been sent on. */
  rounds: number;
  isLatestSent: boolean;
}

/**
 * Knows requests that come round, by way of another proxy, by what only they do: each comes when the one before it was sent on, and
 * none is answered. Nothing is added to requests for it. Of those of a busy client some are answered in between.
 */
export class LoopGuard {
  readonly #most: number;
  readonly #unanswered = new Map<string, Unanswered>();

  constructor(most = MOST_ROUNDS) {
    this.#most = most;
  }

  /** Takes in that a request has come; returns whether it has come round too often to be sent on. */
  comesRound(incoming: IncomingMessage): boolean {
    const found = this.#unanswered.get(keyOf(incoming));
    if (found === undefined) {
      this.#unanswered.set(keyOf(incoming), { rounds: 0, isLatestSent: false });
      return false;
    }
    if (!found.isLatestSent) return false;
    if (found.rounds === this.#most) return true;
    found.rounds += 1;
    found.isLatestSent = false;
    return false;
  }

  sent(incoming: IncomingMessage): void {
    const found = this.#unanswered.get(keyOf(incoming));
    if (found !== undefined) found.isLatestSent = true;
  }

  /** It has an answer, or never will. */
  answered(incoming: IncomingMessage): void {
    this.#unanswered.delete(keyOf(incoming));
  }
}

function keyOf({ method, url }: IncomingMessage): string {
  return `${method} ${url}`;
}

/** Returns whether a connection that came in is one that an agent has made: then requests on it were sent by this process itself. */
export function createOwnConnections(agent: Pick<Agent, 'sockets'>): (incoming: Socket) => boolean {
  const known = new WeakMap<Socket, boolean>();
  const find = (incoming: Socket) =>
    Object.values(agent.sockets).some((sockets) => sockets?.some((outgoing) => isOtherEnd(incoming, outgoing)));
  return (incoming) => {
    const isOwn = known.get(incoming) ?? find(incoming);
    known.set(incoming, isOwn);
    return isOwn;
  };
}

/** All four numbers: the system gives one port to several connections as long as they lead elsewhere. */
function isOtherEnd(incoming: Socket, outgoing: Socket): boolean {
  return (
    incoming.remotePort !== undefined &&
    incoming.remotePort === outgoing.localPort &&
    incoming.localPort === outgoing.remotePort &&
    withoutMapping(incoming.remoteAddress) === withoutMapping(outgoing.localAddress) &&
    withoutMapping(incoming.localAddress) === withoutMapping(outgoing.remoteAddress)
  );
}

/** A server that listens on IPv6 has clients at `::ffff:127.0.0.1`. */
function withoutMapping(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:/, '');
}
