import { JsonError, type JsonValue, parseJson, type ValueBudget } from '../spec/json.js';
import type { RecordedBody } from './exchange.js';

/** For all bodies together; a few bytes of JSON take a hundred in memory. A list of 500,000 pets holds 2,000,001. */
export const MOST_VALUES = 6_000_000;

/** Deeper than any response, and than the deepest body that learning sends; bounded, since the parser recurses. */
const MOST_LEVELS = 1_100;

/**
 * Parses a body as a tolerant client does: a byte order mark may be ignored (RFC 8259 §8.1), a repeated key is JSON (§4).
 * Throws a JsonError; one with a `rule` means that the text may still be JSON.
 */
export function parseRecordedJson(text: string, values: ValueBudget = { left: MOST_VALUES }): JsonValue {
  return parseJson(text.replace(/^\uFEFF/, ''), {
    maxDepth: MOST_LEVELS,
    values,
    duplicateKeys: 'last-wins',
  });
}

/** A part of long texts, which share it in memory: its text, and the items of an array that it holds. */
export class Piece {
  readonly text: string;
  #items: readonly JsonValue[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the items between two others of an array. Throws a JsonError if it holds something else. */
  items(budget: ValueBudget): readonly JsonValue[] {
    this.#items ??= parseItems('[', this.text, budget);
    return this.#items;
  }
}

/** Parses a piece that ends with a comma. One of a text without objects was cut anywhere. */
function parseItems(before: '' | '[', text: string, budget: ValueBudget): readonly JsonValue[] {
  if (!text.endsWith('},')) throw new JsonError('the piece was cut within an item', {});
  return itemsOf(`${before}${text.slice(0, -1)}]`, budget);
}

function itemsOf(text: string, budget: ValueBudget): readonly JsonValue[] {
  const items = parseRecordedJson(text, budget);
  if (Array.isArray(items) && items.length > 0) return items;
  throw new JsonError('there are no items', {});
}

/** A pointer takes half as much memory as one of the values of a pet. */
const POINTERS_PER_VALUE = 2;

/** A long text in pieces, each of which ends with `},`, apart from the last one. */
export class HeldText {
  readonly #pieces: readonly Piece[];
  readonly #budget: ValueBudget;
  #value: JsonValue | undefined;

  /** All texts of a run share one budget. */
  constructor(pieces: readonly Piece[], budget: ValueBudget) {
    this.#pieces = pieces;
    this.#budget = budget;
  }

  get text(): string {
    return this.#pieces.map(({ text }) => text).join('');
  }

  get start(): string {
    return this.#pieces[0]?.text ?? '';
  }

  /** Parses like {@link parseRecordedJson}. Lists that differ in a few pets share the others. */
  parse(): JsonValue {
    this.#value ??= this.#parsePieces() ?? parseRecordedJson(this.text, this.#budget);
    return this.#value;
  }

  /** If each piece holds items of an array, the whole text is that array; undefined otherwise. */
  #parsePieces(): JsonValue[] | undefined {
    const [first, ...others] = this.#pieces;
    const last = others.pop();
    if (first === undefined || last === undefined) return undefined;
    const budget = this.#budget;
    try {
      const parts = [
        parseItems('', first.text, budget),
        ...others.map((piece) => piece.items(budget)),
        itemsOf(`[${last.text}`, budget),
      ];
      return concatenated(parts, budget);
    } catch (error) {
      if (!(error instanceof JsonError) || error.rule === 'values') throw error;
      return undefined;
    }
  }
}

function concatenated(parts: readonly (readonly JsonValue[])[], budget: ValueBudget): JsonValue[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const values = Math.ceil(length / POINTERS_PER_VALUE);
  if (values > budget.left) throw new JsonError(`the JSON holds over ${budget.left} values`, { rule: 'values' });
  budget.left -= values;
  // An array that grows takes twice the memory meanwhile.
  const all = new Array<JsonValue>(length);
  let at = 0;
  for (const part of parts) for (const item of part) all[at++] = item;
  return all;
}

export type TextBody = Extract<RecordedBody, { kind: 'text' }>;

const heldTexts = new WeakMap<RecordedBody, HeldText>();

/** Returns a body whose text is written anew each time that it is read. */
export function bodyOf(held: HeldText, isRedacted: boolean): TextBody {
  const body: TextBody = {
    kind: 'text',
    get text() {
      return held.text;
    },
    isRedacted,
  };
  heldTexts.set(body, held);
  return Object.freeze(body);
}

/** Returns the pieces in which a body is in memory; undefined for one that is a text of its own. */
export function heldTextOf(body: RecordedBody): HeldText | undefined {
  return heldTexts.get(body);
}

/** Returns a text with which a body starts, without writing all of it. */
export function startOf(body: TextBody): string {
  return heldTextOf(body)?.start ?? body.text;
}

/** Parses a body like {@link parseRecordedJson}, but shares what others hold. */
export function parseRecordedBody(body: TextBody): JsonValue {
  try {
    return heldTextOf(body)?.parse() ?? parseRecordedJson(body.text);
  } catch (error) {
    // A run has to know the stock, even if there is no room to keep it.
    if (heldTextOf(body) === undefined || !(error instanceof JsonError) || error.rule !== 'values') throw error;
    return parseRecordedJson(body.text);
  }
}
