import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { decodeBody } from '../../../contract-tests/sending/decode-body.js';
import { CollectedBytes } from '../../exchange/collected-bytes.js';
import { type HeaderList, headerOf, type RawExchange, type WireResponse } from '../../exchange/exchange.js';
import { headerPairs } from './forwarded-headers.js';
import { splitTarget } from './upstream.js';

/** One exchange as it passed the proxy: its response body is encoded as it was received. */
export interface WireExchange extends RawExchange {
  /** A response of the proxy itself does not count. */
  readonly response: WireResponse | undefined;
  /** The size of the response body on the wire. */
  readonly responseBytes: number;
}

/** Larger bodies are not recorded. */
const MOST_BODY_BYTES = 1024 * 1024;
const TOO_LARGE = `larger than ${MOST_BODY_BYTES / 2 ** 20} MiB`;

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
  readonly #nextMoment: () => number;
  readonly #recent: RecentBodies;
  readonly #startedMs = Date.now();
  readonly #began: number;
  #end: { readonly ms: number; readonly moment: number } | undefined;
  #isComplete = false;

  /** `nextMoment` counts the begins and ends of all exchanges. */
  constructor(nextMoment: () => number, recent: RecentBodies) {
    this.#nextMoment = nextMoment;
    this.#recent = recent;
    this.#began = nextMoment();
  }

  /** Called when the response is complete. */
  complete(): void {
    this.#isComplete = true;
    this.#ending();
  }

  /** Called when nothing more of a response will come; `failure`: why there was none. */
  fail(failure?: string): void {
    this.#failure = failure;
    this.#ending();
  }

  #ending(): { readonly ms: number; readonly moment: number } {
    this.#end ??= { ms: Date.now(), moment: this.#nextMoment() };
    return this.#end;
  }

  /** Returns the exchange. `head`: the headers that were sent to the service; `hasLeft`: the client did not wait for the end. */
  exchange(incoming: IncomingMessage, head: HeaderList, origin: string, hasLeft: boolean): WireExchange {
    const { response } = this;
    const body = incoming.complete ? this.sent.bytes(this.#recent) : undefined;
    // A complete response stays complete, even if the client did not wait to read it.
    const cutBy = this.#cutBy(hasLeft && !this.#isComplete);
    const end = this.#ending();
    return {
      request: {
        method: incoming.method ?? '',
        url: urlOf(incoming.url ?? '', origin),
        headers: head,
        body: body?.length ? body : undefined,
        ...(body === undefined && { isBodyMissing: true }),
      },
      response: response && this.#wireResponse(response, cutBy),
      failure:
        response === undefined ? (this.#failure ?? 'the client disconnected before a response arrived') : undefined,
      responseBytes: this.received.length,
      ...(cutBy && { cutBy }),
      startedMs: this.#startedMs,
      endedMs: end.ms,
      order: { began: this.#began, ended: end.moment },
    };
  }

  #cutBy(isAbandoned: boolean): WireExchange['cutBy'] {
    if (this.response === undefined) return this.#failure === undefined ? 'client' : undefined;
    if (this.cut !== undefined) return 'service';
    return isAbandoned ? 'client' : undefined;
  }

  #wireResponse(response: IncomingMessage, cutBy: WireExchange['cutBy']): WireResponse {
    const abandoned = cutBy === 'client' ? 'the client disconnected before the body was complete' : undefined;
    const body = this.received.bytes(this.#recent);
    const incomplete = this.cut ?? abandoned ?? (body === undefined ? TOO_LARGE : undefined);
    return {
      httpVersion: response.httpVersion,
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      headers: headerPairs(response.rawHeaders),
      body: body === undefined || incomplete !== undefined ? NO_BYTES : body,
      incomplete,
    };
  }
}

/** Copies a body while it flows, up to {@link MOST_BODY_BYTES}. */
export class BodyTap {
  /** The size of the whole body, copied or not. */
  length = 0;
  /** Most bodies are one chunk, or none. */
  #first: Uint8Array | undefined;
  #more: CollectedBytes | undefined;

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.length > MOST_BODY_BYTES) {
      this.#first = undefined;
      this.#more = undefined;
    } else if (this.#first === undefined) this.#first = chunk;
    else {
      this.#more ??= new CollectedBytes();
      this.#more.add(chunk);
    }
  }

  /** Returns the copy, which equal bodies in a row may share; undefined if the body was too large to keep. */
  bytes(recent: RecentBodies): Uint8Array | undefined {
    if (this.length > MOST_BODY_BYTES) return undefined;
    if (this.#first === undefined) return NO_BYTES;
    return recent.share(this.#more === undefined ? this.#first : Buffer.concat([this.#first, ...this.#more.parts]));
  }
}

const NO_BYTES = new Uint8Array(0);

/** Of so many lengths, the last body is remembered. */
const MOST_RECENT = 16;

/** Keeps equal bodies once: most clients get the same response again and again, and thousands of exchanges may wait to be judged. */
export class RecentBodies {
  readonly #byLength = new Map<number, Uint8Array>();

  /** Returns an equal body that was shared before, or a copy. */
  share(bytes: Uint8Array): Uint8Array {
    const known = this.#byLength.get(bytes.length);
    if (known !== undefined && Buffer.compare(known, bytes) === 0) return known;
    // Chunks are views of larger buffers, which the copy releases: all of its memory would be sent to a thread.
    const copy = new Uint8Array(bytes);
    this.#byLength.set(bytes.length, copy);
    const [oldest] = this.#byLength.keys();
    if (this.#byLength.size > MOST_RECENT && oldest !== undefined) this.#byLength.delete(oldest);
    return copy;
  }
}

function urlOf(target: string, origin: string): string {
  const { path } = splitTarget(target);
  return path.startsWith('/') ? `${origin}${path}` : `${origin}/${path}`;
}

/** Returns an exchange with its response body decoded, up to a limit. */
export async function decodeExchange(exchange: WireExchange): Promise<WireExchange> {
  const { response } = exchange;
  const coding = headerOf(response?.headers ?? [], 'content-encoding');
  if (response === undefined || coding === undefined || response.body.length === 0) return exchange;
  const { parts, ...whole } = await decodeBody(Readable.from([response.body]), {
    coding,
    maxBytes: MOST_BODY_BYTES,
    explainCut: String,
  });
  return { ...exchange, response: { ...response, body: Buffer.concat(parts), ...whole } };
}
