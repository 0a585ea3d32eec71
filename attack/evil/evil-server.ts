import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createService } from '../../tests/conformant-service/create-service.js';
import type { ServiceRequest, ServiceResponse } from '../../tests/conformant-service/service.js';

/** One request, and what a conformant service returns. */
export interface Turn {
  readonly socket: Socket;
  readonly request: ServiceRequest;
  readonly response: ServiceResponse;
  /** Counted from 1, over all connections. */
  readonly count: number;
  readonly key: string;
  /** Another origin, which must never receive the key: `http://127.0.0.1:4711`. */
  readonly elsewhere: string;
}

export interface EvilService {
  readonly name: string;
  /** Writes to the socket whatever it likes. */
  readonly respond: (turn: Turn) => unknown;
  /** Its URL begins with `https:`, which it does not speak. */
  readonly isHttps?: boolean;
  /** A command waits for it as long as it ever does. */
  readonly isSlow?: boolean;
}

export interface ServedEvil {
  readonly url: string;
  /** The quantities of its pets, as one text. */
  stock(): string;
  /** Changes its first pet, as a check does that was killed. */
  change(quantity: bigint): void;
  /** Returns whether the other origin has received anything. */
  hasStrayed(): boolean;
  close(): void;
}

/** What replaces parts of a response. `reason`, `head` (lines with their ends) and `body` are written as they are. */
export interface Changes {
  readonly status?: number | string;
  readonly reason?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly head?: string;
  readonly body?: string | Buffer;
  /** Instead of a true Content-Length. */
  readonly framing?: string;
}

/** Writes the response with these changes; headers replace those of the same name. */
export function write({ socket, response }: Pick<Turn, 'socket' | 'response'>, changes: Changes = {}): void {
  socket.write(bytesOf(response, changes));
}

export function bytesOf(response: ServiceResponse, changes: Changes = {}): Buffer {
  const { status = response.status, reason = 'Evil', headers = [], head = '', body = response.body } = changes;
  const { framing = `Content-Length: ${Buffer.byteLength(body)}` } = changes;
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const all = [...response.headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...headers];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const text = `HTTP/1.1 ${status} ${reason}\r\n${lines}${framing === '' ? '' : `${framing}\r\n`}${head}\r\n`;
  // Half of what is sent here is not Latin-1: it goes out as UTF-8, as careless servers do it.
  return Buffer.concat([Buffer.from(text), Buffer.from(body)]);
}

/** Serves a store with its usual limits on a free port; the service decides what becomes of each response. */
export async function serveEvil({ respond, isHttps = false }: EvilService, key: string): Promise<ServedEvil> {
  const service = createService({ key });
  let count = 0;
  let hasStrayed = false;
  const other = await listen((socket) => {
    hasStrayed = true;
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
  });
  const elsewhere = `http://127.0.0.1:${other.port}`;
  const own = await listen((socket) => {
    let unread = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      // TLS, which it does not speak.
      if (isHttps) return respond({ socket, ...empty, count, key, elsewhere });
      unread = Buffer.concat([unread, chunk]);
      for (let read = readRequest(unread); read !== undefined; read = readRequest(unread)) {
        unread = unread.subarray(read.length);
        const { request } = read;
        const response = service.handle(request, Date.now());
        respond({ socket, request, response, count: ++count, key, elsewhere });
      }
    });
  });
  return {
    url: `${isHttps ? 'https' : 'http'}://127.0.0.1:${own.port}/v1`,
    stock: () => service.state.pets.map(({ petId, quantity }) => `${petId}: ${quantity}`).join(', '),
    change(quantity) {
      const [first] = service.state.pets;
      if (first !== undefined) first.quantity = quantity;
    },
    hasStrayed: () => hasStrayed,
    close() {
      own.close();
      other.close();
    },
  };
}

async function listen(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setMaxListeners(0);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const empty = {
  request: { method: 'GET', url: 'http://127.0.0.1/v1', headers: [], body: undefined },
  response: { status: 200, headers: [], body: '[]' },
} as const;

/** Returns the first request in these bytes, once it is complete. */
function readRequest(bytes: Buffer): { readonly request: ServiceRequest; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [line = '', ...rest] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = 'GET', target = '/'] = line.split(' ');
  const headers = rest.map((each) => {
    const at = each.indexOf(':');
    return [each.slice(0, at), each.slice(at + 1).trim()] as const;
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  const start = end + 4;
  if (bytes.length < start + length) return undefined;
  const body = bytes.toString('utf8', start, start + length);
  const request = { method, url: `http://127.0.0.1${target}`, headers, body: body === '' ? undefined : body };
  return { request, length: start + length };
}
