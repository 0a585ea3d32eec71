import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HandWrittenService {
  readonly origin: string;
  readonly baseUrl: string;
  /** Every request as it arrived. */
  readonly arrived: readonly IncomingMessage[];
  close(): Promise<void>;
}

/** Serves a handler of a test on a port of this machine. */
export async function serveByHand(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<HandWrittenService> {
  const arrived: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    arrived.push(request);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    arrived,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
