import type { Exchange } from '../../../src/exchange/exchange.js';
import { integerOf } from '../../../src/json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../../src/json/json.js';
import { objectOf, type Reading } from '../../../src/judge/reading.js';
import type { Evidence } from '../../../src/judge/rule.js';
import { findPetLinks, leavesOf } from './pet-links.js';

/** What the responses of one side show together: single responses are compared by it. */
export class ScoredSide {
  readonly baseUrl: string;
  readonly byProbe: ReadonlyMap<string, Reading>;
  readonly #charges = new Map<Reading, number>();
  readonly #random = new Set<string>();
  readonly #resets = new Map<number | undefined, number[]>();
  readonly #errorFields = new Map<string, JsonObject[]>();
  /** Texts of errors by their form, in which numbers are one. */
  readonly #texts = new Map<string, string[]>();
  readonly #firstStock: string | undefined;
  readonly #isRotating: boolean;
  readonly #links: ReadonlyMap<string, string>;

  constructor(evidence: Evidence) {
    const { readings, settings } = evidence;
    this.baseUrl = settings.baseUrl;
    this.byProbe = new Map(readings.flatMap((one) => (one.exchange.probe ? [[one.exchange.probe, one]] : [])));
    this.#noteCharges(readings);
    this.#noteRandomHeaders(readings);
    for (const { received, exchange, limits, isKeyed, isCached, operation, status = 0 } of readings) {
      if (limits && isKeyed && !isCached) append(this.#resets, limits.limit, limits.resetSeconds);
      const error = status < 400 ? undefined : objectOf(received);
      if (error !== undefined) append(this.#errorFields, `${operation?.id} ${status}`, error);
      const { message } = objectOf(received) ?? {};
      if (typeof message !== 'string') continue;
      const text = withoutId(message, exchange);
      const form = withoutNumbers(text);
      append(this.#texts, form, text);
    }
    const lists = readings.flatMap(({ operation, received }) =>
      operation?.id === 'listInventory' && received.kind === 'json' && Array.isArray(received.value)
        ? [received.value]
        : [],
    );
    this.#firstStock = lists[0] && entriesIn(lists[0]).sort().join(';');
    const orders = lists.map((list) => list.map((item) => (isJsonObject(item) ? String(item.petId) : '')).join(';'));
    this.#isRotating = new Set(orders).size > 1;
    this.#links = findPetLinks(readings);
  }

  /** Returns what a request used of its quota, where the request before it shows that; undefined where it does not. */
  chargeOf(reading: Reading): number | undefined {
    return this.#charges.get(reading);
  }

  /** Returns whether a header had different values in responses of one kind. `name` in lower case. */
  isRandom(name: string): boolean {
    return this.#random.has(name);
  }

  /** Returns whether the text of an error belongs to its response: others have other numbers in it, or there are none, or it holds a key. */
  isOwnText(text: string, { exchange }: Reading): boolean {
    if (PSEUDONYM.test(text)) return true;
    const own = withoutId(text, exchange);
    const alike = this.#texts.get(withoutNumbers(own)) ?? [];
    return new Set(alike).size > 1 || (alike.length === 1 && /\d/.test(text));
  }

  /** Returns the seconds that all Resets of a response's Limit are multiples of: a day, a minute, or one. */
  alignmentOf({ limits, isKeyed }: Reading): number {
    // What strangers are shown is nobody's window.
    const resets = isKeyed ? (this.#resets.get(limits?.limit) ?? []) : [1];
    return [86_400, 60].find((length) => resets.every((seconds) => seconds % length === 0)) ?? 1;
  }

  /** Returns the fields of an error that the document has not, and that have one value in all errors of this kind. */
  constantsIn({ operation, status, received }: Reading, body = objectOf(received)): string {
    const all = this.#errorFields.get(`${operation?.id} ${status}`) ?? [];
    const names = Object.keys(all[0] ?? {}).filter((name) => !DOCUMENTED.includes(name));
    const constant = names.filter((name) => all.length > 1 && new Set(all.map((one) => textAt(one, name))).size === 1);
    return constant.map((name) => `${name}: ${textAt(body, name)}`).join();
  }

  /** Returns whether both sides began with the same stock: only then can it be compared. */
  hasStockOf(other: ScoredSide): boolean {
    return this.#firstStock !== undefined && this.#firstStock === other.#firstStock;
  }

  /** Returns the stock in a list, or in a pet's record. A list whose order changes is compared in any order. */
  stockIn(body: JsonValue, other: ScoredSide = this): string {
    const entries = entriesIn(Array.isArray(body) ? body : [body]);
    return (this.#isRotating && other.#isRotating ? entries.sort() : entries).join(';');
  }

  /** Returns what in a looked-up pet repeats its record, by its place; without the stock only its id. */
  linksIn(body: JsonValue, withStock: boolean): (readonly [pointer: string, text: string | undefined])[] {
    const leaves = leavesOf(body);
    const links = [...this.#links].filter(([, source]) => withStock || source === 'petId');
    return links.map(([pointer]) => [pointer, leaves.get(pointer)] as const);
  }

  #noteCharges(readings: readonly Reading[]): void {
    const last = new Map<string, Reading>();
    for (const reading of readings) {
      const { limits, keyName, isKeyed, isCached } = reading;
      if (limits === undefined) continue;
      const account = isKeyed ? (keyName ?? '') : '';
      // A copy shows the limits of another moment.
      if (isCached) {
        last.delete(account);
        continue;
      }
      const before = last.get(account)?.limits;
      last.set(account, reading);
      const isSameWindow = before?.limit === limits.limit && before.resetSeconds === limits.resetSeconds;
      // Nothing is left to use.
      if (isSameWindow && before.remaining > 0) this.#charges.set(reading, before.remaining - limits.remaining);
    }
  }

  #noteRandomHeaders(readings: readonly Reading[]): void {
    const seen = new Map<string, string>();
    for (const { operation, status, exchange, header, isUsualPath } of readings) {
      // Only the service knows to which operation these belong.
      if (!isUsualPath || exchange.request.method === 'HEAD') continue;
      for (const [written] of exchange.response?.headers ?? []) {
        const name = written.toLowerCase();
        const place = `${operation} ${status} ${name}`;
        const value = header(name) ?? '';
        if ((seen.get(place) ?? value) !== value) this.#random.add(name);
        seen.set(place, value);
      }
    }
  }
}

const DOCUMENTED = ['code', 'message', 'status'];

function textAt(body: JsonValue | undefined, name: string): string {
  return isJsonObject(body) && body[name] !== undefined ? writeJson(body[name]) : '';
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** What stands for a secret in a recording. */
const PSEUDONYM = /(?:key|secret)#\d+/;

/** Returns a text without the id that was asked for. */
export function withoutId(text: string, { request }: Exchange): string {
  const id = /\/(?:inventory|pets)\/([^/?]+)/.exec(request.url)?.[1];
  const ids = id === undefined ? [] : [...new Set([id, decoded(id)])];
  return ids.reduce((rest, each) => rest.replaceAll(each, '{petId}'), text);
}

/** Numbers belong to their moment. */
export function withoutNumbers(text: string): string {
  return text.replace(/-?\d+/g, '0');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function entriesIn(items: readonly JsonValue[]): string[] {
  return items.map((item) => {
    const { petId, quantity, status } = objectOf({ kind: 'json', value: item }) ?? {};
    return `${integerOf(petId)} ${integerOf(quantity)} ${String(status)}`;
  });
}
