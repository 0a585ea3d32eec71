import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ConnectionOptions } from 'node:tls';

interface ExpectingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string[]>>;
  readonly body: string;
}

/** Clients send the body after a while even if nobody asked for it (RFC 9110 §10.1.1). */
const LONGEST_WAIT_MS = 1_000;

/** Sends the head of a request, and its body once the service asks for it by `100 Continue`. Undici sends no `Expect`. */
export function sendExpecting(
  url: URL,
  { method, headers, body }: ExpectingRequest,
  { signal, tls }: { readonly signal: AbortSignal; readonly tls: ConnectionOptions },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request(url, { ...tls, method, signal, agent: false, headers: { ...headers, ...length } });
    const timer = setTimeout(() => sent.end(body), LONGEST_WAIT_MS);
    sent.once('continue', () => {
      clearTimeout(timer);
      sent.end(body);
    });
    sent.once('response', (response) => {
      // What is rejected by its head gets no body.
      clearTimeout(timer);
      response.once('end', () => sent.destroy());
      resolve(response);
    });
    sent.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.flushHeaders();
  });
}
