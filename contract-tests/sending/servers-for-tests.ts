import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { onTestFinished } from 'vitest';
import type { WireResponse } from '../../src/exchange/exchange.js';
import { type OutgoingRequest, type SendFailure, UndiciSender, type UndiciSenderOptions } from './sender.js';

const read = (name: string) => readFileSync(new URL(`../../tests/certificates/${name}`, import.meta.url), 'utf8');
/** Made out to localhost, service.test and [::1]; signs itself. */
export const certificate = read('localhost.cert.pem');
/** Belongs to it. It is public. */
export const key = read('localhost.key.pem');

/** Whether this machine can speak to itself by IPv6: some containers cannot. */
export const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

/** Sends one request in the way that a run does. */
export async function sendOnce(
  url: string,
  request: Partial<OutgoingRequest> = {},
  options: Partial<UndiciSenderOptions> & { readonly signal?: AbortSignal } = {},
): Promise<WireResponse | SendFailure> {
  const sender = new UndiciSender({ variables: {}, ...options });
  onTestFinished(() => sender.close());
  const { signal = new AbortController().signal } = options;
  return sender.send({ method: 'GET', url, headers: [], body: undefined, ...request }, signal);
}

export function startHttp(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  return start(createHttpServer(listener), 'http', host);
}

export function startHttps(listener: RequestListener, cert = certificate): Promise<string> {
  return start(createHttpsServer({ key, cert }, listener), 'https', 'localhost');
}

/** Starts a service that responds only to clients which show the certificate. */
export function startMutualTls(listener: RequestListener): Promise<string> {
  const options = { key, cert: certificate, ca: certificate, requestCert: true };
  return start(createHttpsServer(options, listener), 'https', 'localhost');
}

export function startHttp2(
  listener: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
): Promise<string> {
  return start(createSecureServer({ key, cert: certificate, allowHTTP1: true }, listener), 'https', 'localhost');
}

/** Serves these bytes to every request, or calls `respond`, which gets the socket when the first bytes have come. */
export function startRaw(respond: string | ((socket: Socket, received: string) => void)): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => (typeof respond === 'string' ? socket.end(respond) : respond(socket, String(data))));
  });
  return start(server, 'http', '127.0.0.1');
}

/** Starts a proxy that tunnels every connection to a port of this machine; `onRequest` gets what asks for it. */
export function startTunnel(port: string, onRequest: (received: string) => unknown = () => {}): Promise<string> {
  return startRaw((socket, received) => {
    onRequest(received);
    const service = connect(Number(port), 'localhost', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    socket.pipe(service).pipe(socket);
    service.on('error', () => socket.destroy());
  });
}

async function start(server: Server, scheme: string, host: string): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
