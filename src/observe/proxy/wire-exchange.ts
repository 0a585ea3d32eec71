import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { decodeBody } from '../../../contract-tests/sending/decode-body.js';
import { headerOf, type RawExchange } from '../../exchange/exchange.js';
import { type FlatHeaders, headerPairs } from './forwarded-headers.js';

/** What went through the proxy, as it was seen; bodies as they came, not decoded. */
export interface WireExchange {
  readonly method: string;
  /** The request target, its query included. */
  readonly target: string;
  /** As the service got them. */
  readonly requestHeaders: FlatHeaders;
  /** Undefined where it was too large to keep, or did not come whole. */
  readonly requestBody: Uint8Array | undefined;
  /** Undefined where the service gave none: an answer of the proxy's own is not one. */
  readonly response:
    | {
        readonly httpVersion: string;
        readonly status: number;
        readonly statusText: string;
        readonly headers: FlatHeaders;
        /** Undefined where it was too large to keep. */
        readonly body: Uint8Array | undefined;
        /** Why the body did not come whole, in a few words. */
        readonly cut: string | undefined;
      }
    | undefined;
  /** Why there was no answer, in one line. */
  readonly failure: string | undefined;
  /** Of the answer's body, as they came. */
  readonly responseBytes: number;
  /** Who broke off before all of an answer had come; undefined where nobody did, and where the service gave none. */
  readonly cutBy: 'service' | 'client' | undefined;
  /** Milliseconds since the epoch: the request's head came, and the last byte of the service's answer, or that there would be no more. */
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A body of more bytes is not kept. */
export const MOST_KEPT_BYTES = 1024 * 1024;

/** Returns how many bytes of bodies are kept. */
export function keptBytes({ requestBody, response }: WireExchange): number {
  return (requestBody?.length ?? 0) + (response?.body?.length ?? 0);
}

/** What is noted of a request while it passes, to be told when it is over. */
export class ForwardingRecord {
  readonly sent = new BodyTap(MOST_KEPT_BYTES);
  readonly received = new BodyTap(MOST_KEPT_BYTES);
  /** The service's; undefined where the client got another one, or none. */
  response: IncomingMessage | undefined;
  /** Why the service gave no answer. */
  failure: string | undefined;
  /** Why its body did not come whole. */
  cut: string | undefined;
  readonly #startedMs = Date.now();
  #endedMs: number | undefined;
  #isWhole = false;

  /** All of the answer has come. */
  ended(): void {
    this.#isWhole = true;
    this.#endedMs ??= Date.now();
  }

  /** Nothing more of an answer will come. */
  failed(): void {
    this.#endedMs ??= Date.now();
  }

  /** Returns what passed. `head`: the headers that the service got; `hasLeft`: the client did not wait for the end. */
  passed(incoming: IncomingMessage, head: readonly string[], hasLeft: boolean): WireExchange {
    const { response } = this;
    // What has come whole is whole, be it that nobody waited to read it.
    const isLeft = hasLeft && !this.#isWhole;
    return {
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      requestHeaders: head,
      requestBody: incoming.complete ? this.sent.whole() : undefined,
      response: response && {
        httpVersion: response.httpVersion,
        status: response.statusCode ?? 0,
        statusText: response.statusMessage ?? '',
        headers: response.rawHeaders,
        body: this.received.whole(),
        cut: this.cut ?? (isLeft ? 'the client left before the body was whole' : undefined),
      },
      failure: response === undefined ? (this.failure ?? 'the client left before an answer came') : undefined,
      responseBytes: this.received.bytes,
      cutBy: this.#cutBy(isLeft),
      startedMs: this.#startedMs,
      endedMs: this.#endedMs ?? Date.now(),
    };
  }

  #cutBy(isLeft: boolean): WireExchange['cutBy'] {
    if (this.response === undefined) return this.failure === undefined ? 'client' : undefined;
    if (this.cut !== undefined) return 'service';
    return isLeft ? 'client' : undefined;
  }
}

/** A copy of a body that is made while it flows, up to so many bytes. */
class BodyTap {
  /** All that flowed, kept or not. */
  bytes = 0;
  readonly #mostBytes: number;
  #chunks: Uint8Array[] = [];

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.bytes <= this.#mostBytes) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** Returns the copy; undefined where the body was too large to keep. */
  whole(): Uint8Array | undefined {
    // What sockets hand out are parts of larger memory, which a copy lets go.
    return this.bytes > this.#mostBytes ? undefined : Buffer.concat(this.#chunks);
  }
}

/** Creates of what passed what is judged: pairs of headers, and the body decoded up to a bound. Nothing is redacted yet. */
export async function toRawExchange(passed: WireExchange, origin: string): Promise<RawExchange> {
  const { requestBody, failure, cutBy, startedMs, endedMs } = passed;
  return {
    request: {
      method: passed.method,
      url: urlOf(passed.target, origin),
      headers: headerPairs(passed.requestHeaders),
      body: requestBody?.length ? requestBody : undefined,
      ...(requestBody === undefined && { isBodyMissing: true }),
    },
    response: passed.response && (await readResponse(passed.response)),
    failure,
    ...(cutBy && { cutBy }),
    startedMs,
    endedMs,
  };
}

/** Returns the URL of a request; the bytes of its target arrive one character each. */
export function urlOf(target: string, origin: string): string {
  const text = Buffer.from(target, 'latin1').toString();
  return text.startsWith('/') ? `${origin}${text}` : `${origin}/${text}`;
}

async function readResponse({ httpVersion, status, statusText, ...response }: NonNullable<WireExchange['response']>) {
  const headers = headerPairs(response.headers);
  const decoded = await readBody(response, headerOf(headers, 'content-encoding'));
  return { httpVersion, status, statusText, headers, ...decoded };
}

type ReadBody = Pick<NonNullable<RawExchange['response']>, 'body' | 'incomplete'>;

async function readBody(
  { body, cut }: Pick<NonNullable<WireExchange['response']>, 'body' | 'cut'>,
  coding: string | undefined,
): Promise<ReadBody> {
  if (cut !== undefined) return { body: new Uint8Array(), incomplete: cut };
  if (body === undefined) return { body: new Uint8Array(), incomplete: `larger than ${MOST_KEPT_BYTES / 2 ** 20} MiB` };
  if (coding === undefined || body.length === 0) return { body, incomplete: undefined };
  const { bytes, incomplete } = await decodeBody(Readable.from([body]), {
    coding,
    maxBytes: MOST_KEPT_BYTES,
    explainCut: String,
  });
  return { body: bytes, incomplete };
}
