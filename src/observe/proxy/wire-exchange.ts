import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { decodeBody } from '../../../contract-tests/sending/decode-body.js';
import { headerOf, type RawExchange } from '../../exchange/exchange.js';
import { type FlatHeaders, headerPairs } from './forwarded-headers.js';

/** One exchange as it passed the proxy: bodies as received, still encoded. Nothing is redacted. */
export interface WireExchange {
  readonly method: string;
  /** The request target, with its query. */
  readonly target: string;
  /** As sent to the service. */
  readonly requestHeaders: FlatHeaders;
  /** Undefined if it was too large to keep, or not complete. */
  readonly requestBody: Uint8Array | undefined;
  /** The response of the service; undefined if there was none. A response of the proxy itself does not count. */
  readonly response:
    | {
        readonly httpVersion: string;
        readonly status: number;
        readonly statusText: string;
        readonly headers: FlatHeaders;
        /** Undefined if it was too large to keep. */
        readonly body: Uint8Array | undefined;
        /** Why the body is incomplete, in a few words. */
        readonly cut: string | undefined;
      }
    | undefined;
  /** Why there was no response, in one line. */
  readonly failure: string | undefined;
  /** The size of the response body on the wire. */
  readonly responseBytes: number;
  /** Who ended the exchange before the response was complete; undefined if nobody did, and if there was no response. */
  readonly cutBy: 'service' | 'client' | undefined;
  /** Milliseconds since the epoch: when the request's head arrived, and when the service's response or connection ended. */
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Larger bodies are not kept. */
const MOST_BODY_BYTES = 1024 * 1024;

/** Returns the size of the bodies that are kept. */
export function bodyBytes({ requestBody, response }: WireExchange): number {
  return (requestBody?.length ?? 0) + (response?.body?.length ?? 0);
}

/** Collects what passes of one exchange until it is over. */
export class ForwardingRecord {
  readonly sent = new BodyTap();
  readonly received = new BodyTap();
  /** The service's response; undefined if the client got none, or one of the proxy. */
  response: IncomingMessage | undefined;
  /** Why the response body is incomplete. */
  cut: string | undefined;
  /** Why there was no response. */
  #failure: string | undefined;
  readonly #startedMs = Date.now();
  #endedMs: number | undefined;
  #isComplete = false;

  /** Called when the response is complete. */
  complete(): void {
    this.#isComplete = true;
    this.#endedMs ??= Date.now();
  }

  /** Called when nothing more of a response will come; `failure`: why there was none. */
  fail(failure?: string): void {
    this.#failure = failure;
    this.#endedMs ??= Date.now();
  }

  /** Returns the exchange. `head`: the headers that were sent to the service; `hasLeft`: the client did not wait for the end. */
  exchange(incoming: IncomingMessage, head: FlatHeaders, hasLeft: boolean): WireExchange {
    const { response } = this;
    // A complete response stays complete, even if the client did not wait to read it.
    const isAbandoned = hasLeft && !this.#isComplete;
    return {
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      requestHeaders: head,
      requestBody: incoming.complete ? this.sent.bytes() : undefined,
      response: response && {
        httpVersion: response.httpVersion,
        status: response.statusCode ?? 0,
        statusText: response.statusMessage ?? '',
        headers: response.rawHeaders,
        body: this.received.bytes(),
        cut: this.cut ?? (isAbandoned ? 'the client disconnected before the body was complete' : undefined),
      },
      failure:
        response === undefined ? (this.#failure ?? 'the client disconnected before a response arrived') : undefined,
      responseBytes: this.received.length,
      cutBy: this.#cutBy(isAbandoned),
      startedMs: this.#startedMs,
      endedMs: this.#endedMs ?? Date.now(),
    };
  }

  #cutBy(isAbandoned: boolean): WireExchange['cutBy'] {
    if (this.response === undefined) return this.#failure === undefined ? 'client' : undefined;
    if (this.cut !== undefined) return 'service';
    return isAbandoned ? 'client' : undefined;
  }
}

/** Copies a body while it flows, up to {@link MOST_BODY_BYTES}. */
class BodyTap {
  /** The size of the whole body, copied or not. */
  length = 0;
  #chunks: Uint8Array[] = [];

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.length <= MOST_BODY_BYTES) this.#chunks.push(chunk);
    else this.#chunks = [];
  }

  /** Returns the copy; undefined if the body was too large to keep. */
  bytes(): Uint8Array | undefined {
    // Chunks are views of larger buffers, which the copy releases.
    return this.length > MOST_BODY_BYTES ? undefined : Buffer.concat(this.#chunks);
  }
}

/** Returns an exchange for the judge: headers as pairs, and the body decoded, up to a limit. Nothing is redacted yet. */
export async function toRawExchange(exchange: WireExchange, origin: string): Promise<RawExchange> {
  const { requestBody, failure, cutBy, startedMs, endedMs } = exchange;
  return {
    request: {
      method: exchange.method,
      url: urlOf(exchange.target, origin),
      headers: headerPairs(exchange.requestHeaders),
      body: requestBody?.length ? requestBody : undefined,
      ...(requestBody === undefined && { isBodyMissing: true }),
    },
    response: exchange.response && (await readResponse(exchange.response)),
    failure,
    ...(cutBy && { cutBy }),
    startedMs,
    endedMs,
  };
}

/** Returns the URL of a request. `node:http` decodes the target as Latin-1. */
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
  if (body === undefined) return { body: new Uint8Array(), incomplete: `larger than ${MOST_BODY_BYTES / 2 ** 20} MiB` };
  if (coding === undefined || body.length === 0) return { body, incomplete: undefined };
  const { bytes, incomplete } = await decodeBody(Readable.from([body]), {
    coding,
    maxBytes: MOST_BODY_BYTES,
    explainCut: String,
  });
  return { body: bytes, incomplete };
}
