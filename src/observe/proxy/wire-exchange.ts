import { Readable } from 'node:stream';
import { headerOf, type RawExchange, type WireResponse } from '../../exchange/exchange.js';
import { CollectedBytes } from '../../http/collected-bytes.js';
import { decodeBody } from '../../http/decode-body.js';

/** One exchange as it passed the proxy: its response body is encoded as it was received. */
export interface WireExchange extends RawExchange {
  /** A response of the proxy itself does not count. */
  readonly response: WireResponse | undefined;
  readonly responseBytes: number;
}

/** Larger bodies are not recorded. */
const MOST_BODY_BYTES = 1024 * 1024;
export const TOO_LARGE = `larger than ${MOST_BODY_BYTES / 2 ** 20} MiB`;

/** Copies a body while it flows, up to {@link MOST_BODY_BYTES}. */
export class BodyTap {
  length = 0;
  #collected = new CollectedBytes();

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.length <= MOST_BODY_BYTES) this.#collected.add(chunk);
    else this.#collected = new CollectedBytes();
  }

  /** Returns undefined if the body was too large to keep. */
  bytes(): Uint8Array | undefined {
    return this.length > MOST_BODY_BYTES ? undefined : Buffer.from(this.#collected.bytes());
  }
}

/** Returns an exchange with its response body decoded, up to a limit. */
export async function decodeExchange(exchange: WireExchange): Promise<WireExchange> {
  const { response } = exchange;
  const coding = headerOf(response?.headers ?? [], 'content-encoding');
  if (response === undefined || coding === undefined || response.body.length === 0) return exchange;
  const rules = { coding, maxBytes: MOST_BODY_BYTES, explainCut: String };
  const { bytes, ...whole } = await decodeBody(Readable.from([response.body]), rules);
  return { ...exchange, response: { ...response, body: Buffer.from(bytes), ...whole } };
}
