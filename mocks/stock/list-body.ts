import type { StockRecord } from '../../fixtures/stock.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import { type InventoryModel, itemText } from './model.js';

type ListOrder = Behaviour['list-order'];

interface ListBody {
  readonly text: string;
  readonly encoded: Uint8Array;
}

const encoder = new TextEncoder();
/** Items that are joined again when one of them changes. */
const ITEMS_OF_PIECE = 128;

/** Writes the list's JSON. A change of one pet rewrites its item, and the piece of the list that it is in. */
export class ListBodyWriter {
  readonly #model: InventoryModel;
  #source: { records: readonly StockRecord[]; order: ListOrder; fields: string; version: number } | undefined;
  /** Each item as JSON, in order, and which of them a record is. */
  #items: string[] = [];
  #ranks = new Map<StockRecord, number>();
  #pieces: (ListBody | undefined)[] = [];
  #latest: ListBody | undefined;

  constructor(model: InventoryModel) {
    this.#model = model;
  }

  /** `fields`: JSON text that is appended to the document's fields of each item. */
  write(order: ListOrder, fields = ''): ListBody {
    this.#update(order, fields);
    this.#latest ??= this.#join();
    return this.#latest;
  }

  /** Writes the items again that have changed since the last list. */
  #update(order: ListOrder, fields: string): void {
    const { version } = this.#model;
    const records = this.#model.list();
    const last = this.#source;
    if (last?.records === records && last.order === order && last.fields === fields) {
      if (last.version === version) return;
      for (const place of this.#model.placesChangedSince(last.version)) {
        this.#rewrite(records[place] as StockRecord, fields);
      }
    } else {
      const sorted = sort(records, order);
      this.#ranks = new Map(sorted.map((record, rank) => [record, rank]));
      for (const record of sorted) this.#rewrite(record, fields);
      this.#items.length = sorted.length;
      this.#pieces = [];
    }
    this.#source = { records, order, fields, version };
    this.#latest = undefined;
  }

  #rewrite(record: StockRecord, fields: string): void {
    const rank = this.#ranks.get(record) as number;
    this.#items[rank] = itemText(record, fields);
    this.#pieces[Math.floor(rank / ITEMS_OF_PIECE)] = undefined;
  }

  #join(): ListBody {
    const count = this.#items.length;
    if (count === 0) return encoded('[]');
    for (let from = 0; from < count; from += ITEMS_OF_PIECE) {
      const to = Math.min(count, from + ITEMS_OF_PIECE);
      this.#pieces[from / ITEMS_OF_PIECE] ??= encoded(
        `${from === 0 ? '[' : ','}${this.#items.slice(from, to).join(',')}${to === count ? ']' : ''}`,
      );
    }
    return join(this.#pieces as readonly ListBody[]);
  }
}

function encoded(text: string): ListBody {
  return { text, encoded: encoder.encode(text) };
}

function join(pieces: readonly ListBody[]): ListBody {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.encoded.length, 0));
  let [text, end] = ['', 0];
  for (const piece of pieces) {
    // Engines copy the characters only when somebody reads them.
    text += piece.text;
    whole.set(piece.encoded, end);
    end += piece.encoded.length;
  }
  return { text, encoded: whole };
}

function sort(records: readonly StockRecord[], order: ListOrder): readonly StockRecord[] {
  const ascending = records.toSorted(byPetId);
  return order === 'ascending' ? ascending : ascending.reverse();
}

/** Compares ids as the integers that they are. */
function byPetId(a: StockRecord, b: StockRecord): number {
  if (a.petId.length <= 15 && b.petId.length <= 15) return Number(a.petId) - Number(b.petId);
  const difference = BigInt(a.petId) - BigInt(b.petId);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
