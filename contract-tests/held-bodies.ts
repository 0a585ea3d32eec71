import type { Exchange, RawResponse, WireResponse } from '../src/exchange/exchange.js';
import { decodeUtf8 } from '../src/exchange/record-exchange.js';

/** Characters. At most two lists of 500,000 pets. */
const MOST_HELD = 2 ** 26;
/** No run sends so many requests that shorter ones matter. */
const SHORT = 2 ** 12;

/** The response bodies of a run in memory: each text once, and of a bounded size together. */
export class HeldBodies {
  readonly #texts = new Map<string, string>();
  #held = 0;

  /** Returns a response whose body is the same text as that of an equal one before. */
  share(response: WireResponse): RawResponse {
    const text = decodeUtf8(response.body);
    if (text === undefined) return response;
    const known = this.#texts.get(text);
    if (known !== undefined) return { ...response, body: known };
    if (text.length >= SHORT && this.#held + text.length <= MOST_HELD) {
      this.#held += text.length;
      this.#texts.set(text, text);
    }
    return { ...response, body: text };
  }

  /** Returns an exchange as the transcript holds it: without its response body, which is given, if there is no room for that. */
  bound(exchange: Exchange, body: RawResponse['body'] | undefined): Exchange {
    const { response } = exchange;
    const hasRoom = typeof body !== 'string' || body.length < SHORT || this.#texts.has(body);
    if (hasRoom || response === undefined) return exchange;
    return { ...exchange, response: { ...response, body: { kind: 'missing', why: NO_ROOM, isDropped: true } } };
  }
}

const NO_ROOM = `the bodies of this run hold over ${MOST_HELD / 2 ** 20} million characters, so this one was not kept`;
