import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { memoizeRecent } from '../../mocks/journal/entries.js';
import type { PetstoreRequest } from '../../mocks/neutral-http.js';
import { CollectedBytes } from '../exchange/collected-bytes.js';
import { parseUrl } from '../spec/parse-url.js';
import type { ServerRequest } from './responder.js';

/** A request that `node:http` has received. A class, because a getter in an object literal costs more than all the rest. */
export class ReceivedRequest implements ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly headers: ServerRequest['headers'];
  readonly body: ServerRequest['body'];
  readonly callerAddress: string;
  readonly isSecure: boolean;
  readonly #response: Writable;

  constructor(
    head: IncomingHead,
    path: string,
    headers: ServerRequest['headers'],
    body: ServerRequest['body'],
    response: Writable,
  ) {
    this.method = head.method ?? '';
    this.path = path;
    this.target = head.url ?? '';
    this.headers = headers;
    this.body = body;
    this.callerAddress = head.socket.remoteAddress ?? '';
    this.isSecure = 'encrypted' in head.socket;
    this.#response = response;
  }

  /** Read by the journal only. */
  get query(): string {
    return this.target.includes('?') ? (parseTarget(this.target, 'http://localhost')?.search ?? '') : '';
  }

  get signal(): AbortSignal {
    const controller = new AbortController();
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) controller.abort();
    });
    return controller.signal;
  }
}

/** The head of a request of `node:http`. */
export interface IncomingHead
  extends Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders' | 'headers'> {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
  /** Whether no body follows; undefined over HTTP/1.1, where the headers tell. */
  readonly endsWithHead?: boolean;
}

/**
 * Creates a function that returns every header in order, with its name in lower case. A client repeats its
 * headers, and the journal keeps them: the same headers are the same list.
 */
export function createHeaderReader(): (head: IncomingHead) => PetstoreRequest['headers'] {
  const recall = memoizeRecent(areAlike, toPairs);
  return ({ rawHeaders }) => recall(rawHeaders);
}

/** Compares from the end: headers that change, such as Content-Length, come last. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = one.length - 1; i >= 0; i--) if (one[i] !== other[i]) return false;
  return true;
}

function toPairs(rawHeaders: readonly string[]): PetstoreRequest['headers'] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    pairs.push([(rawHeaders[i] as string).toLowerCase(), rawHeaders[i + 1] as string]);
  }
  return pairs;
}

/** Returns whether there is no body to wait for. The body of a GET or HEAD has no meaning (RFC 9110 §9.3.1). */
export function isBodyless({ method, headers, endsWithHead }: IncomingHead): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  const length = headers['content-length'];
  // Some clients declare an empty body over HTTP/2, and do not end their stream.
  if (endsWithHead !== undefined) return endsWithHead || length === '0';
  return headers['transfer-encoding'] === undefined && (length ?? '0') === '0';
}

/** Returns whether a request has exactly one Host header, as HTTP/1.1 requires (RFC 9112 §3.2). */
export function hasOneHost({ httpVersion, rawHeaders }: IncomingHead): boolean {
  if (httpVersion !== '1.1') return true;
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count === 1;
}

/** Returns the declared length of a body in bytes; 0 if not declared. */
export function declaredLength({ headers }: IncomingHead): number {
  return Number(headers['content-length'] ?? 0);
}

/** Targets that a URL parser leaves as they are; nearly all are. */
const PLAIN_PATH = /^\/[\w\-~/]*$/;

/**
 * Returns the path of a request target as the WHATWG URL parser leaves it, without the query.
 * Returns undefined for a target that is not a URL. Accepts origin-form, absolute-form and `*` (RFC 9112 §3.2).
 */
export function requestPath(target: string): string | undefined {
  if (PLAIN_PATH.test(target) || target === '*') return target;
  return parseTarget(target, 'http://localhost')?.pathname;
}

/** Returns a request target as a URL on an origin, or undefined if it is not a URL. */
export function parseTarget(target: string, origin: string): URL | undefined {
  // Bytes beyond ASCII arrive as one character each; a URL parser needs the text that they encode.
  const text = Buffer.from(target, 'latin1').toString();
  // Resolving `//inventory` against a base would take `inventory` for the host.
  const url = text.startsWith('/') ? `${origin}${text}` : text;
  return parseUrl(url);
}

/** Bytes beyond the limit that are read and discarded, so that an ordinary client can read its 413. */
const DRAINED_BYTES = 16 * 1024 * 1024;

/** A body up to this size is copied into Node's pool: the journal keeps it, and a chunk has its own memory. */
const SMALL_BYTES = 1024;

const NO_BYTES = new Uint8Array(0);

export interface ReceivedBody {
  readonly bytes: Uint8Array | 'too-large';
  /**
   * Set if the client sends more than is read: the connection cannot be reused. Settles when the client has finished or sent
   * far too much; closing the connection earlier may lose the response.
   */
  readonly rest?: Promise<void>;
}

/**
 * Reads a body up to `limit` bytes; one that is `declared` to be longer counts as too large at once.
 * Does not call back when the client disconnects before the end.
 */
export function readBody(stream: Readable, declared: number, limit: number, done: (body: ReceivedBody) => void): void {
  // A client that disconnects mid-body is not our error.
  stream.on('error', () => {});
  if (declared > limit) {
    done({ bytes: 'too-large', rest: drain(stream) });
    return;
  }
  const collected = new CollectedBytes();
  const onData = (chunk: Buffer) => {
    collected.add(chunk);
    if (collected.length <= limit) return;
    stream.off('data', onData).off('end', onEnd);
    done({ bytes: 'too-large', rest: drain(stream) });
  };
  const onEnd = () => {
    const bytes = joined(collected.parts);
    if (bytes.length <= LARGE_BYTES) done({ bytes });
    else inItsTurn(() => done({ bytes }));
  };
  stream.on('data', onData).on('end', onEnd);
}

/** Parsing so many takes the event loop a noticeable time. */
const LARGE_BYTES = 64 * 1024;

/** Large bodies that have arrived. Each gets a turn of the event loop of its own, so that other requests come between. */
const waiting: (() => void)[] = [];

function inItsTurn(handle: () => void): void {
  waiting.push(handle);
  if (waiting.length === 1) setImmediate(handleNext);
}

function handleNext(): void {
  const handle = waiting.shift();
  if (waiting.length > 0) setImmediate(handleNext);
  handle?.();
}

function drain(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const stop = () => {
      stream.off('data', onData).pause();
      resolve();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > DRAINED_BYTES) stop();
    };
    stream.on('data', onData).once('end', stop).once('close', stop).once('error', stop);
  });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first === undefined) return NO_BYTES;
  if (chunks.length > 1) return Buffer.concat(chunks);
  return first.length > SMALL_BYTES ? first : Buffer.from(first);
}
