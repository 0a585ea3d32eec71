import { headerValue } from '../../../../mocks/petstore-request.js';
import { oneLine } from '../../../json/one-line.js';
import { errorAnswer } from '../../error-answer.js';
import { parseTarget } from '../../request-path.js';
import type { RequestHead, ServerAnswer } from '../../responder.js';
import { opensPage } from '../page/opens-page.js';
import { signOfForeignPage } from './foreign-page.js';
import { type HostName, parseHost } from './host-name.js';
import type { ServedHosts } from './served-hosts.js';

export interface GateOptions {
  readonly hosts: ServedHosts;
  readonly isToken: (candidate: string) => boolean;
  /** The moment that `Date` tells, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Answers the refusal of a request that must not come through; undefined for one that may. Its body need not have come. */
export type Gate = (request: RequestHead) => ServerAnswer | undefined;

const EXAMPLE = "curl -H 'Authorization: Bearer ADMIN_TOKEN' http://HOST:PORT/__admin/health";

/**
 * Guards all under `/__admin`, in this order: the host against DNS rebinding, the sender against other pages (whose requests
 * a browser sends all the same), and the token. Nothing here lets another origin read an answer: there is no CORS header.
 */
export function createGate({ hosts, isToken, now }: GateOptions): Gate {
  const refuse = (status: number, code: string, message: string, headers?: Readonly<Record<string, string>>) =>
    errorAnswer(status, code, oneLine(message), now(), headers);

  return (request) => {
    const host = namedHost(request);
    if (host === undefined || !hosts.has(host, request.localAddress)) {
      const { name = 'petstore.internal' } = host ?? {};
      const what = host === undefined ? 'The request names no host' : `The control room is not served as ${name}`;
      const remedy = `To have it served under another name, start the server with --allowed-host ${name}.`;
      return refuse(403, 'forbidden', `${what}; it is served as ${hosts.names.join(', ')}. ${remedy}`);
    }
    if (opensPage(request)) return undefined;
    const sign = signOfForeignPage(request, host);
    if (sign !== undefined) {
      const remedy = 'Send it from the control room itself, or from no page at all: with curl or petstore-mock/admin.';
      return refuse(403, 'forbidden', `Another page sent this (${sign}), and none may steer the fake. ${remedy}`);
    }
    const sent = headerValue(request, 'authorization');
    if (sent !== undefined && isToken(/^Bearer +(\S+)$/i.exec(sent)?.[1] ?? '')) return undefined;
    const challenge = sent === undefined ? '' : ', error="invalid_token"';
    const message = `This needs the admin token that the server was given or printed at its start. Try ${EXAMPLE}`;
    return refuse(401, 'unauthorized', message, { 'WWW-Authenticate': `Bearer realm="petstore-admin"${challenge}` });
  };
}

/** The host that a request is for: a target that names one counts more than the header (RFC 9112 §3.2.2). */
function namedHost({ target, headers }: RequestHead): HostName | undefined {
  const isAbsolute = /^[a-z][\w+.-]*:/i.test(target);
  const text = isAbsolute ? parseTarget(target, '')?.host : headerValue({ headers }, 'host');
  return text === undefined ? undefined : parseHost(text);
}
