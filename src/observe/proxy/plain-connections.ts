import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A response that arrived at once: its head, a body of the length that it names, and nothing else. */
export interface PlainResponse {
  readonly httpVersion: '1.1';
  readonly statusCode: number;
  readonly statusMessage: string;
  /** Names and values in turn. */
  readonly rawHeaders: string[];
  readonly headers: { readonly connection: string | undefined };
  readonly body: Buffer;
}

const STATUS_LINE = /^HTTP\/1\.1 ((?!204|304)[2-5]\d\d) ([\t\x20-\x7e\x80-\xff]*)$/;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/;
/** Node has a limit, too. */
const MOST_HEADERS = 500;
/** Headers that frame a message or end its connection. */
const FRAMING = /^(?:content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i;

/** Returns the response that these bytes are; undefined if it is an unusual one, or not one: only Node's parser can tell. */
export function readPlainResponse(bytes: Buffer): PlainResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, status, statusMessage = ''] = STATUS_LINE.exec(first) ?? [];
  if (status === undefined || lines.length > MOST_HEADERS) return undefined;
  const rawHeaders: string[] = [];
  let length: string | undefined;
  let connection: string | undefined;
  for (const line of lines) {
    const [, name, untrimmed = ''] = HEADER.exec(line) ?? [];
    if (name === undefined) return undefined;
    const value = withoutBlanks(untrimmed);
    rawHeaders.push(name, value);
    if (!FRAMING.test(name)) continue;
    const lower = name.toLowerCase();
    if (lower === 'content-length' && length === undefined && /^\d{1,9}$/.test(value)) length = value;
    else if (lower === 'connection' && connection === undefined && /^keep-alive$/i.test(value)) connection = value;
    // A server that closes idle connections soon says so.
    else if (lower !== 'keep-alive' || /timeout=[0-4]\b/.test(value)) return undefined;
  }
  const body = bytes.subarray(end + 4);
  if (length === undefined || body.length !== Number(length)) return undefined;
  return { httpVersion: '1.1', statusCode: Number(status), statusMessage, rawHeaders, headers: { connection }, body };
}

/** Returns a header's value without the blanks around it. An expression would try each run of blanks anew for each of them. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (start < end && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** What becomes of a request; one of these is called, once. */
export interface PlainOutcomes {
  readonly onPlain: (response: PlainResponse) => void;
  /** Called with a connection on which the whole response, from its first byte, can be read by Node; what is written to it is ignored. */
  readonly onUnusual: (connection: Duplex) => void;
  readonly onError: (error: Error) => void;
}

/** The part of a `ClientRequest` that forwarding needs. */
export interface OpenRequest {
  readonly socket: Duplex | null;
  readonly reusedSocket: boolean;
  destroy(error?: Error): unknown;
}

interface PlainConnectionsOptions {
  readonly host: string;
  readonly port: number;
  readonly mostIdleMs: number;
}

const MOST_IDLE = 256;

/** Kept connections to a server without TLS, for requests without a body. Node's client would take three times as long for them. */
export class PlainConnections {
  readonly #options: PlainConnectionsOptions;
  /** The one that was used last is the last one. */
  #idle: PlainConnection[] = [];
  #sweeping: NodeJS.Timeout | undefined;

  constructor(options: PlainConnectionsOptions) {
    this.#options = options;
  }

  /** Sends a request. */
  send(head: string, outcomes: PlainOutcomes): OpenRequest {
    const kept = this.#idle.pop();
    if (kept?.isUsable === false) return this.send(head, outcomes);
    return (kept ?? this.#connect()).send(head, outcomes, kept !== undefined);
  }

  /** Closes idle connections. */
  closeIdle(): void {
    for (const { socket } of this.#idle.splice(0)) socket.destroy();
    clearTimeout(this.#sweeping);
    this.#sweeping = undefined;
  }

  #connect(): PlainConnection {
    const { host, port } = this.#options;
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 1_000 });
    return new PlainConnection(socket, (connection) => this.#keep(connection));
  }

  #keep(connection: PlainConnection): void {
    if (this.#idle.length >= MOST_IDLE) {
      connection.socket.destroy();
      return;
    }
    this.#idle.push(connection);
    this.#sweeping ??= setTimeout(() => this.#sweep(), this.#options.mostIdleMs / 2).unref();
  }

  #sweep(): void {
    this.#sweeping = undefined;
    const { mostIdleMs } = this.#options;
    // Closed before the next sweep would be too late.
    const sinceMs = performance.now() - mostIdleMs / 2;
    const isOld = (one: PlainConnection) => one.idleSinceMs < sinceMs || !one.isUsable;
    for (const one of this.#idle) if (isOld(one)) one.socket.destroy();
    this.#idle = this.#idle.filter((one) => !isOld(one));
    if (this.#idle.length > 0) this.#sweeping = setTimeout(() => this.#sweep(), mostIdleMs / 2).unref();
  }
}

class PlainConnection {
  readonly socket: Socket;
  idleSinceMs = 0;
  readonly #onIdle: (connection: PlainConnection) => void;
  #current: PlainOutcomes | undefined;
  #failure: Error | undefined;

  constructor(socket: Socket, onIdle: (connection: PlainConnection) => void) {
    this.socket = socket;
    this.#onIdle = onIdle;
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('error', (error) => {
      this.#failure = error;
    });
    socket.on('close', () => {
      const current = this.#current;
      this.#current = undefined;
      current?.onError(this.#failure ?? Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    });
  }

  get isUsable(): boolean {
    return this.socket.writable && this.socket.readable;
  }

  send(head: string, outcomes: PlainOutcomes, reusedSocket: boolean): OpenRequest {
    const { socket } = this;
    this.#current = outcomes;
    socket.write(head, 'latin1');
    const destroy = (error?: Error) => {
      // Later, the connection is that of another request.
      if (this.#current === outcomes) socket.destroy(error);
    };
    return { socket, reusedSocket, destroy };
  }

  #read(bytes: Buffer): void {
    const current = this.#current;
    // Nobody has asked for this.
    if (current === undefined) {
      this.socket.destroy();
      return;
    }
    this.#current = undefined;
    const response = readPlainResponse(bytes);
    if (response === undefined) {
      this.socket.removeAllListeners();
      current.onUnusual(replay(this.socket, bytes));
      return;
    }
    this.idleSinceMs = performance.now();
    this.#onIdle(this);
    current.onPlain(response);
  }
}

/** Returns what is received on a connection, with what was received already, as another one. */
function replay(socket: Socket, first: Buffer): Duplex {
  const replayed = new Duplex({
    allowHalfOpen: false,
    read: () => void socket.resume(),
    write: (_chunk, _encoding, done) => done(),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  const push = (bytes: Buffer | null) => {
    if (!replayed.push(bytes)) socket.pause();
  };
  push(first);
  socket.on('data', push);
  socket.on('end', () => push(null));
  socket.on('error', (error) => replayed.destroy(error));
  socket.on('close', () => {
    if (!replayed.readableEnded && !socket.readableEnded) replayed.destroy();
  });
  return replayed;
}
