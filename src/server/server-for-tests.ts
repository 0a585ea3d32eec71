import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { type HttpServerOptions, startHttpServer, type Timeouts } from './http-server.js';
import { jsonErrorResponse } from './json-response.js';
import type { RequestLogEntry, Responder, ServedResponse, ServerRequest } from './responder.js';

export const OK: ServedResponse = {
  status: 200,
  headers: { 'Content-Type': 'text/plain', 'Content-Length': '2', Date: 'Fri, 31 Dec 2027 00:00:00 GMT' },
  body: 'ok',
  keyAlias: 'key#1',
};

/** Serves the responses of `respond`, reads bodies of 10 bytes, and records requests, log lines and bugs. */
export async function startTestServer(
  respond: Responder['respond'],
  timeouts: Partial<Timeouts> = {},
  more: Pick<HttpServerOptions<Responder>, 'tls' | 'maxConnections' | 'passOn'> = {},
) {
  const requests: ServerRequest[] = [];
  const lines: RequestLogEntry[] = [];
  const bugs: unknown[] = [];
  const server = await startHttpServer({
    port: 0,
    host: '127.0.0.1',
    log: { request: (entry) => lines.push(entry), bug: (bug) => bugs.push(bug) },
    timeouts: { lingerMs: 10, graceMs: 0, ...timeouts },
    ...more,
    responder: () => ({
      now: () => 0,
      bodyLimit: () => 10,
      loggedPath: (path) => path,
      respond: (request) => {
        requests.push(request);
        return respond(request);
      },
      respondToBug: (_request, bug) => {
        bugs.push(bug);
        return jsonErrorResponse(500, 'internal_error', 'There is a bug.', 0);
      },
    }),
  });
  onTestFinished(() => server.close());
  return { ...server, requests, lines, bugs };
}

/** Sends text unchanged and returns everything received until the server closes the connection. `isLast`: says that it is all. */
export async function sendRaw(port: number, text: string, { isLast = false } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.write(text);
  if (isLast) socket.end();
  await once(socket, 'close');
  return received;
}
