import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { malformedResponse, notHttpResponse, OpenConnections, toWire } from './connections.js';
import {
  createHeaderReader,
  declaredLength,
  hasOneHost,
  isBodyless,
  type ReceivedBody,
  ReceivedHead,
  ReceivedRequest,
  readBody,
  requestPath,
} from './received-request.js';
import type { Reaction, Responder, ServedResponse, ServerRequest } from './responder.js';
import { logEntry, type ServerLog } from './server-log.js';
import { Delays, writeResponse } from './write-response.js';

export interface HttpServerOptions<R extends Responder> {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly log: ServerLog;
  /** Creates what answers, once the origin is known under which the server is reached. */
  readonly responder: (origin: string) => R;
  readonly timeouts?: Partial<Timeouts>;
  /** May take a request over, before its body and whatever its target; returns whether it did. Asked of all that names one host. */
  readonly passOn?: PassOn | undefined;
  /** Of a header section; default 16 KiB. */
  readonly maxHeaderBytes?: number | undefined;
  /** May change what is answered to that which is no HTTP, or came too late, before it goes out. */
  readonly onMalformed?: ((response: ServedResponse) => ServedResponse) | undefined;
}

/** `asksFirst`: the client waits for “100 Continue” before it sends its body. */
type PassOn = (incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean) => boolean;

export interface HttpServer {
  /** Scheme, host and port, such as `http://127.0.0.1:4290`. */
  readonly origin: string;
  readonly port: number;
  /** Takes no more connections, finishes the answers in flight, those that were to be slow at once, and closes the rest. */
  close(): Promise<void>;
}

const MAX_HEADER_BYTES = 16 * 1024;
const NO_BODY: ReceivedBody = { bytes: new Uint8Array(0) };
const NOTHING = Promise.resolve();
/** A body that the client asked to send and need not. */
const UNSENT: ReceivedBody = { bytes: 'too-large', rest: NOTHING };

/** Serves on a port. Throws what the system says (`EADDRINUSE`, `EACCES`, …) or what `responder` throws, and leaves nothing open. */
export async function startHttpServer<R extends Responder>(
  options: HttpServerOptions<R>,
): Promise<HttpServer & { readonly responder: R }> {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
    maxHeaderSize: options.maxHeaderBytes ?? MAX_HEADER_BYTES,
    // Node's own refusal of a missing Host has no body.
    requireHostHeader: false,
  });
  // Node drops the headers past a count without a word, and a second Authorization may be among them.
  server.maxHeadersCount = 0;
  await listen(server, options.port, options.host);
  const { port } = server.address() as AddressInfo;
  const origin = originOf(options.host, port);
  try {
    const responder = options.responder(origin);
    const close = serve(server, responder, timeouts, options);
    return { origin, port, close, responder };
  } catch (error) {
    server.close();
    throw error;
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Returns all that comes in; gives back how to stop. */
function serve<R extends Responder>(
  server: Server,
  responder: R,
  timeouts: Timeouts,
  { log, passOn, maxHeaderBytes = MAX_HEADER_BYTES, onMalformed = (answer) => answer }: HttpServerOptions<R>,
): () => Promise<void> {
  const connections = new OpenConnections();
  const delays = new Delays();
  const readHeaders = createHeaderReader();
  let isClosing = false;
  const refuse = (reason: string) => onMalformed(notHttpResponse(reason, responder.now()));

  server.on('connection', (socket) => connections.opened(socket));

  const handle = (incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean) => {
    const startMs = performance.now();
    const path = requestPath(incoming.url ?? '');
    connections.began(response, incoming.socket);
    response.sendDate = false;
    if (passOn !== undefined && hasOneHost(incoming)) {
      if (isClosing) response.shouldKeepAlive = false;
      if (passOn(incoming, response, asksFirst)) return;
    }

    const send = (reaction: Reaction, rest?: Promise<void>) => {
      if (isClosing || rest !== undefined) response.shouldKeepAlive = false;
      if (reaction === 'broken') response.destroy();
      else if (reaction.cut === 'reset') incoming.socket.resetAndDestroy();
      else {
        const pause = (delayMs: number) => delays.wait(delayMs, response);
        writeResponse(response, reaction, { pause, onBug: log.bug, rest });
      }
      if (log.request === undefined) return;
      const shown = path === undefined ? '' : responder.loggedPath(path);
      log.request(logEntry(incoming.method ?? '', shown, reaction, performance.now() - startMs));
    };

    const respond = (path: string, headers: ServerRequest['headers'], { bytes, rest }: ReceivedBody) => {
      const request = new ReceivedRequest(incoming, path, headers, bytes, response);
      const fail = (bug: unknown) => {
        try {
          const answer = responder.respondToBug(request, bug);
          send(response.headersSent ? 'broken' : answer, rest);
        } catch (worse) {
          log.bug(worse);
          send('broken');
        }
      };
      const sendInTime = (reaction: Reaction) => {
        if (reaction === 'broken' || !reaction.delayMs) send(reaction, rest);
        else
          delays
            .wait(reaction.delayMs, response)
            .then((end) => send(end === 'gone' ? 'broken' : reaction, rest))
            .catch(fail);
      };
      try {
        const reaction = responder.respond(request);
        if (reaction instanceof Promise) reaction.then(sendInTime).catch(fail);
        else sendInTime(reaction);
      } catch (bug) {
        fail(bug);
      }
    };

    const receive = (path: string) => {
      const headers = readHeaders(incoming);
      const limit = responder.bodyLimit(new ReceivedHead(incoming, path, headers));
      const declared = declaredLength(incoming);
      if (asksFirst && declared > limit) {
        respond(path, headers, UNSENT);
        return;
      }
      if (asksFirst) response.writeContinue();
      readBody(incoming, declared, limit, (body) => respond(path, headers, body));
    };

    if (path === undefined) send(refuse('The request target is no URL.'), NOTHING);
    else if (!hasOneHost(incoming)) send(refuse('HTTP/1.1 asks for one Host header.'), NOTHING);
    else if (isBodyless(incoming)) respond(path, readHeaders(incoming), NO_BODY);
    else receive(path);
  };

  server.on('request', (incoming, response) => handle(incoming, response, false));

  // Without this, Node says “100 Continue” to every client that asks before it sends its body.
  server.on('checkContinue', (incoming, response) => handle(incoming, response, true));

  // Node would answer an expectation that it does not know with a bare 417; RFC 9110 §10.1.1 lets a server ignore it.
  server.on('checkExpectation', (incoming, response) => handle(incoming, response, false));

  // Node would close the connection without a word.
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(toWire(refuse('Nothing is tunnelled here: this is no forward proxy.'), 'Bad Request'));
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser goes on complaining while the rest of what it refused comes in.
    if (socket.writableEnded) return;
    const malformed = connections.isMidResponse(socket)
      ? undefined
      : malformedResponse(error.code, maxHeaderBytes, responder.now());
    if (malformed === undefined || !socket.writable) {
      socket.destroy();
      return;
    }
    const answer = onMalformed(malformed);
    socket.end(toWire(answer, STATUS_CODES[answer.status] ?? ''));
    // Closing at once would reset the connection, and the answer might be lost with it.
    setTimeout(() => socket.destroy(), timeouts.lingerMs).unref();
  });

  return () =>
    new Promise((resolve) => {
      isClosing = true;
      delays.hurry();
      server.close(() => resolve());
      connections.closeWhenIdle();
      setTimeout(() => connections.destroyAll(), timeouts.closeMs).unref();
    });
}

/** Returns the origin under which a server on `host` is reached from this machine: `0.0.0.0` is no address to connect to. */
export function originOf(host: string, port: number): string {
  return `http://${reachableHost(host)}:${port}`;
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** How long the server waits for whom, in milliseconds. */
export interface Timeouts {
  /** For the header section of a request. */
  readonly headersMs: number;
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly keepAliveMs: number;
  /** Between two looks at which connections are overdue. */
  readonly checkMs: number;
  /** For a client to read the answer to something that was no HTTP. */
  readonly lingerMs: number;
  /** For answers in flight once the server is told to close. */
  readonly closeMs: number;
}

const defaultTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than most clients keep a connection: the one that closes first should be the client.
  keepAliveMs: 65_000,
  checkMs: 1_000,
  lingerMs: 500,
  closeMs: 10_000,
};
