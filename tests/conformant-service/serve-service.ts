import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service, ServiceRequest } from './service.js';

export interface ServedService {
  readonly origin: string;
  close(): Promise<void>;
}

/** Puts a service on a port of this machine; 0: any free one. */
export async function serveService(service: Service, port: number): Promise<ServedService> {
  const connections = new WeakMap<object, number>();
  let count = 0;
  const server = createServer(async (incoming, outgoing) => {
    const connection = connections.get(incoming.socket) ?? ++count;
    connections.set(incoming.socket, connection);
    const request = { ...(await readRequest(incoming)), connection };
    await service.receive?.(request, Date.now());
    const { status, headers, body, bytes } = service.handle(request, Date.now());
    await sleep(service.latencyMs);
    outgoing.sendDate = false;
    outgoing.writeHead(status, headers.flat());
    outgoing.end(bytes ?? body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Incoming = Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'> & AsyncIterable<Uint8Array>;

export async function readRequest(incoming: Incoming): Promise<ServiceRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { rawHeaders } = incoming;
  const body = Buffer.concat(chunks).toString();
  return {
    method: incoming.method ?? 'GET',
    url: `http://127.0.0.1${incoming.url ?? '/'}`,
    headers: rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
    ),
    body: body === '' ? undefined : body,
  };
}
