import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Writable } from 'node:stream';
import { headerValue, type PetstoreRequest } from '../../mocks/neutral-http.js';
import { parseUrl } from '../json/parse-url.js';
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
    callerAddress = head.socket.remoteAddress ?? '',
  ) {
    this.method = head.method ?? '';
    this.path = path;
    this.target = head.url ?? '';
    this.headers = headers;
    this.body = body;
    this.callerAddress = callerAddress;
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

/** Returns the address of the client that the first of the proxies before this server saw; undefined if they name none. Some add its port. */
export function forwardedFor(headers: ServerRequest['headers']): string | undefined {
  const [first = ''] = (headerValue({ headers }, 'x-forwarded-for') ?? '').split(',');
  const address = first.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  return isIP(address) === 0 ? undefined : address;
}

export interface IncomingHead extends Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'> {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
  /** Whether no body follows; undefined over HTTP/1.1, where the headers tell. */
  readonly endsWithHead?: boolean;
}

export interface ReceivedHeaders {
  /** Every header in order, with its name in lower case. */
  readonly list: PetstoreRequest['headers'];
  readonly hosts: number;
  /** The declared length of the body in bytes; 0 if not declared. */
  readonly declaredLength: number;
  readonly isChunked: boolean;
  readonly asksForUpgrade: boolean;
}

/** How many headers are remembered: a little more than there may be isolated worlds by default. */
const MOST_REMEMBERED = 2_000;
/** Longer ones are not remembered: anyone can send them. */
const MOST_CHARACTERS = 1_000;

/** Creates a function that reads headers. A client repeats its headers, and the journal keeps them: the same headers are the same list. */
export function createHeaderReader(): (head: Pick<IncomingHead, 'rawHeaders'>) => ReceivedHeaders {
  const known = new Map<string, ReceivedHeaders>();
  return ({ rawHeaders }) => {
    const text = rawHeaders.join('\n');
    const before = known.get(text);
    if (before !== undefined) return before;
    const headers = readHeaders(rawHeaders);
    if (text.length > MOST_CHARACTERS) return headers;
    const [oldest] = known.size < MOST_REMEMBERED ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(text, headers);
    return headers;
  };
}

function readHeaders(rawHeaders: readonly string[]): ReceivedHeaders {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    list.push([(rawHeaders[i] as string).toLowerCase(), rawHeaders[i + 1] as string]);
  }
  const all = (wanted: string) => list.filter(([name]) => name === wanted);
  return {
    list,
    hosts: all('host').length,
    declaredLength: Number(all('content-length')[0]?.[1] ?? 0),
    isChunked: all('transfer-encoding').length > 0,
    asksForUpgrade: all('upgrade').length > 0,
  };
}

/** Returns whether there is no body to wait for. The body of a GET or HEAD has no meaning (RFC 9110 §9.3.1). */
export function isBodyless(
  { method, endsWithHead }: Pick<IncomingHead, 'method' | 'endsWithHead'>,
  { declaredLength, isChunked, list }: ReceivedHeaders,
): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  // Over HTTP/2, a body need not be declared. Some clients declare an empty one, and do not end their stream.
  if (endsWithHead !== undefined)
    return endsWithHead || list.some(([name, value]) => name === 'content-length' && value === '0');
  return !isChunked && declaredLength === 0;
}

/** Targets that a URL parser leaves as they are; nearly all are. */
const PLAIN_PATH = /^\/[\w\-~/]*$/;

/** Returns the path as a URL parser leaves it; undefined if the target is not a URL. Any form of RFC 9112 §3.2 is accepted. */
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
