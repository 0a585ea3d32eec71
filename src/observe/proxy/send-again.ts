import type { ClientRequest, IncomingMessage } from 'node:http';

/** RFC 9110 §9.2.2: a proxy sends a request again only where it is sure that twice is as good as once. */
const SAFE = /^(?:GET|HEAD|OPTIONS)$/;

/** Tells whether a request may be sent twice: it changes nothing, and has no body that would have to be kept for that. */
export function mayBeSentAgain({ method = '', headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return SAFE.test(method) && !hasBody;
}

/** Tells a connection that was made and then broke from one that never was. */
export function wasBrokenOff(error: unknown, outgoing: ClientRequest | undefined): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const isHandshake = (outgoing?.socket as { readonly secureConnecting?: boolean } | null)?.secureConnecting === true;
  return (code === 'ECONNRESET' || code === 'EPIPE') && !isHandshake;
}
