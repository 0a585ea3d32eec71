import type { StockRecord } from '../fixtures/stock.js';
import type { Behaviour } from '../src/spec/behaviour.js';
import { type EncodedBody, joinPieces } from './encoded-body.js';
import { type InventoryModel, itemText } from './model.js';

type ListOrder = Behaviour['list-order'];

interface ListBody {
  /** Joined from the texts of the pieces by `+`: engines copy their characters only when somebody reads them. */
  readonly text: string;
  readonly encoded: { -readonly [Field in keyof EncodedBody]: EncodedBody[Field] };
}

const encoder = new TextEncoder();

/** Writes the list's JSON. A change of one pet rewrites the piece that it is in. */
export class ListBodyWriter {
  readonly #model: InventoryModel;
  #items: OrderedItems | undefined;
  #version = 0;

  constructor(model: InventoryModel) {
    this.#model = model;
  }

  /** `fields`: JSON text that is appended to the document's fields of each item. */
  write(order: ListOrder, fields = ''): ListBody {
    const { version } = this.#model;
    const records = this.#model.list();
    let items = this.#items;
    if (items?.records !== records || items.order !== order || items.fields !== fields) {
      items = new OrderedItems(records, order, fields);
      this.#items = items;
    } else if (this.#version !== version) items.rewrite(this.#model.placesChangedSince(this.#version));
    this.#version = version;
    return items.write();
  }
}

/** Items that stand next to each other, as JSON. */
interface Chunk {
  /** With what is before the first item and behind the last one. */
  text: string;
  /** Where each item begins in the text; and, as if one followed, the next one. */
  readonly starts: Uint32Array;
  /** The whole text, if it was needed since it changed. */
  piece: Piece | undefined;
}

interface Piece {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Enough for one piece of a small list. A large one takes about as long to send in pieces as one of the pieces to rewrite. */
const itemsOfChunk = (count: number) => Math.max(128, Math.ceil(5 * Math.sqrt(count)));

/** A list that is asked for so often becomes one piece: that takes about as long as it takes longer to send its pieces so often. */
const JOINED_AT = 8;

/** With more changes than one of so many items, all are written again. */
const MANY_CHANGES = 16;

/** The same pets in one order. */
class OrderedItems {
  readonly records: readonly StockRecord[];
  readonly order: ListOrder;
  readonly fields: string;
  /** The place of each item among the records, and of each record among the items. */
  readonly #places: Uint32Array;
  readonly #ranks: Uint32Array;
  readonly #size: number;
  #chunks: Chunk[] = [];
  #latest: { readonly body: ListBody; reads: number } | undefined;

  constructor(records: readonly StockRecord[], order: ListOrder, fields: string) {
    this.records = records;
    this.order = order;
    this.fields = fields;
    this.#places = sort(records, order);
    this.#ranks = new Uint32Array(records.length);
    for (const [rank, place] of this.#places.entries()) this.#ranks[place] = rank;
    this.#size = itemsOfChunk(records.length);
  }

  /** Rewrites the items of records at these places; all of them if that is unknown. */
  rewrite(places: readonly number[] | undefined): void {
    this.#latest = undefined;
    if (places === undefined || places.length > this.records.length / MANY_CHANGES) {
      this.#chunks = [];
      return;
    }
    for (const place of places) {
      const rank = this.#ranks[place] as number;
      const index = rank % this.#size;
      const chunk = this.#chunks[(rank - index) / this.#size];
      if (chunk !== undefined) replaceItem(chunk, index, this.#textOf(rank));
    }
  }

  write(): ListBody {
    if (this.#latest !== undefined) {
      const { body } = this.#latest;
      if (++this.#latest.reads === JOINED_AT) body.encoded.pieces = [joinPieces(body.encoded)];
      return body;
    }
    const pieces: Piece[] = [];
    for (let number = 0; number * this.#size < this.records.length; number++) {
      const chunk = this.#chunkAt(number);
      chunk.piece ??= pieceOf(chunk.text);
      pieces.push(chunk.piece);
    }
    if (pieces.length === 0) pieces.push(pieceOf('[]'));
    const body = join(pieces);
    this.#latest = { body, reads: 1 };
    return body;
  }

  #chunkAt(number: number): Chunk {
    let chunk = this.#chunks[number];
    if (chunk === undefined) {
      chunk = this.#writeChunk(number * this.#size);
      this.#chunks[number] = chunk;
    }
    return chunk;
  }

  #writeChunk(from: number): Chunk {
    const count = this.records.length;
    const to = Math.min(count, from + this.#size);
    const starts = new Uint32Array(to - from + 1);
    let text = '';
    for (let rank = from; rank < to; rank++) {
      text += rank === 0 ? '[' : ',';
      starts[rank - from] = text.length;
      text += this.#textOf(rank);
    }
    starts[to - from] = text.length + 1;
    return { text: to === count ? `${text}]` : text, starts, piece: undefined };
  }

  #textOf(rank: number): string {
    return itemText(this.records[this.#places[rank] as number] as StockRecord, this.fields);
  }
}

function replaceItem(chunk: Chunk, index: number, item: string): void {
  const { text, starts } = chunk;
  const start = starts[index] as number;
  const end = (starts[index + 1] as number) - 1;
  chunk.text = text.slice(0, start) + item + text.slice(end);
  chunk.piece = undefined;
  const longer = item.length - (end - start);
  if (longer === 0) return;
  for (let later = index + 1; later < starts.length; later++) starts[later] = (starts[later] as number) + longer;
}

function pieceOf(text: string): Piece {
  return { text, bytes: encoder.encode(text) };
}

function join(pieces: readonly Piece[]): ListBody {
  let text = '';
  let length = 0;
  for (const piece of pieces) {
    text += piece.text;
    length += piece.bytes.length;
  }
  return { text, encoded: { pieces: pieces.map(({ bytes }) => bytes), length } };
}

/** Returns the places of the records in an order. */
function sort(records: readonly StockRecord[], order: ListOrder): Uint32Array {
  const places = Uint32Array.from(records.keys());
  const compare = (one: number, other: number) => byPetId(records[one] as StockRecord, records[other] as StockRecord);
  return places.sort(order === 'ascending' ? compare : (one, other) => compare(other, one));
}

/** Compares ids as the integers that they are. */
function byPetId(a: StockRecord, b: StockRecord): number {
  if (a.petId.length <= 15 && b.petId.length <= 15) return Number(a.petId) - Number(b.petId);
  const difference = BigInt(a.petId) - BigInt(b.petId);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
