import type { Exchange, RecordedBody } from '../src/exchange/exchange.js';
import { bodyOf, HeldText, heldTextOf, MOST_VALUES, Piece } from '../src/exchange/held-text.js';
import { decodeUtf8 } from '../src/exchange/record-exchange.js';

/** Characters of different pieces. */
const MOST_HELD = 2 ** 26;
/** No run sends so many requests that shorter ones matter. */
const SHORT = 2 ** 12;

/** The response bodies of a run in memory: what several have in common once, and of a bounded size together. */
export class HeldBodies {
  readonly #pieces = new Map<string, { readonly piece: Piece; readonly number: number }>();
  readonly #bodies = new Map<string, RecordedBody>();
  readonly #values = { left: MOST_VALUES };
  #held = 0;

  /** Returns how to record a body; undefined for one that is short, not text, or has no room. */
  hold(parts: readonly Uint8Array[], isRedacted: boolean): RecordedBody | undefined {
    if (parts.reduce((sum, { length }) => sum + length, 0) < SHORT) return undefined;
    const texts = textsIn(parts);
    if (texts === undefined || !this.#hasRoomFor(texts)) return undefined;
    const kept = texts.map((text) => this.#keep(text));
    const name = [isRedacted, ...kept.map(({ number }) => number)].join(' ');
    const pieces = kept.map(({ piece }) => piece);
    const held = this.#bodies.get(name) ?? bodyOf(new HeldText(pieces, this.#values), isRedacted);
    this.#bodies.set(name, held);
    return held;
  }

  /** Returns an exchange as the transcript holds it: without its response body if there is no room for that. */
  bound(exchange: Exchange): Exchange {
    const { response } = exchange;
    const body = response?.body;
    if (body?.kind !== 'text' || heldTextOf(body) !== undefined || body.text.length < SHORT) return exchange;
    return {
      ...exchange,
      response: response && { ...response, body: { kind: 'missing', why: NO_ROOM, isDropped: true } },
    };
  }

  #hasRoomFor(texts: readonly string[]): boolean {
    const added = new Set(texts.filter((text) => !this.#pieces.has(text)));
    const length = [...added].reduce((sum, text) => sum + text.length, 0);
    return this.#held + length <= MOST_HELD;
  }

  #keep(text: string) {
    const known = this.#pieces.get(text);
    if (known !== undefined) return known;
    const kept = { piece: new Piece(text), number: this.#pieces.size };
    this.#held += text.length;
    this.#pieces.set(text, kept);
    return kept;
  }
}

const NO_ROOM = `the bodies of this run hold over ${MOST_HELD / 2 ** 20} million characters, so this one was not kept`;

/** Returns the text in pieces; undefined for what is not text. */
function textsIn(parts: readonly Uint8Array[]): string[] | undefined {
  const texts: string[] = [];
  for (const piece of cut(parts)) {
    const text = decodeUtf8(piece);
    if (text === undefined || text.includes('\0')) return undefined;
    texts.push(text);
  }
  return texts;
}

/** Bytes. */
const SHORTEST_PIECE = 2 ** 10;
const LONGEST_PIECE = 2 ** 16;

/** Cuts a body, however it arrived; each piece is valid until the next one is asked for. */
function* cut(parts: readonly Uint8Array[]): Iterable<Uint8Array> {
  const window = new Uint8Array(2 * LONGEST_PIECE);
  let filled = 0;
  for (const part of parts) {
    for (let from = 0; from < part.length; from += LONGEST_PIECE) {
      const added = part.subarray(from, from + LONGEST_PIECE);
      window.set(added, filled);
      filled += added.length;
      // The end of a piece depends on no byte behind the longest one.
      const used = yield* piecesIn(window.subarray(0, filled), LONGEST_PIECE);
      window.copyWithin(0, used, filled);
      filled -= used;
    }
  }
  yield* piecesIn(window.subarray(0, filled), 0);
}

/** Returns the number of bytes in the pieces: so many as `least` are left, or fewer. */
function* piecesIn(bytes: Uint8Array, least: number): Generator<Uint8Array, number> {
  let start = 0;
  while (bytes.length - start > least) {
    const rest = bytes.subarray(start);
    const end = endOfPiece(rest);
    yield rest.subarray(0, end);
    start += end;
  }
  return start;
}

const CLOSING_BRACE = 0x7d;
const COMMA = 0x2c;

/**
 * Returns where the first piece ends: between two objects, if possible where the bytes before say so. Then a pet that is longer, new or
 * gone changes no other piece.
 */
function endOfPiece(bytes: Uint8Array): number {
  let last: number | undefined;
  let at = bytes.indexOf(CLOSING_BRACE, SHORTEST_PIECE);
  for (; at !== -1 && at < LONGEST_PIECE; at = bytes.indexOf(CLOSING_BRACE, at + 1)) {
    if (bytes[at + 1] !== COMMA) continue;
    last = at + 2;
    if (isTold(bytes, at)) return last;
  }
  return bytes.length <= LONGEST_PIECE ? bytes.length : (last ?? startOfCharacter(bytes, LONGEST_PIECE));
}

/** So many bytes of an item differ from those of nearly all others. */
const TELLING = 48;
/** The other pieces are so many items long on average. */
const USUAL_ITEMS = 64;

function isTold(bytes: Uint8Array, end: number): boolean {
  let sum = 0;
  for (let at = end - TELLING; at < end; at++) sum = (Math.imul(sum, 31) + (bytes[at] ?? 0)) | 0;
  return Math.abs(sum) % USUAL_ITEMS === 0;
}

const LONGEST_CHARACTER = 4;

/** Returns where a character of UTF-8 begins, at a place or shortly before it. */
function startOfCharacter(bytes: Uint8Array, place: number): number {
  for (let at = place; at > place - LONGEST_CHARACTER; at--) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) return at;
  return place;
}
