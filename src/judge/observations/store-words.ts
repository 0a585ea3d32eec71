import { inferShape } from '../../fidelity/profile/infer-shape.js';
import { isPlainWord } from '../../fidelity/profile/plain-words.js';
import type { Shape } from '../../fidelity/profile/profile.js';
import { formatOf } from '../../fidelity/profile/text-format.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import type { OperationId } from '../../spec/operations.js';
import { parseUrl } from '../../spec/parse-url.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { isAccepted } from '../rules/ordinary-responses.js';

/** Whoever is called `Ada Smith` there may be called `Smith` elsewhere. */
const FIELD_OF_NAMES = /name|owner|user|customer|client|person|contact|author|buyer|seller|sender|recipient|by$/i;
/** A shorter word stands in too many texts by chance: the name of somebody, any other, and a part of an id such as `K7f-zoo`. */
const SHORTEST_NAME = 2;
const SHORTEST_WORD = 3;
const SHORTEST_OF_ID = 5;
/** Of a text that is no word, and of one that is a number or the like. */
const SHORTEST_TEXT = 4;
const SHORTEST_FIGURE = 6;
/** As a fake makes texts and keys up. */
const MADE_UP = /^(.+) \d+$/;
const MADE_UP_KEY = /^key \d+$/;

/** What a service holds for its users: no text of its own repeats it. Words as {@link wordParts} writes them. */
export interface StoreWords {
  /** Every word, and whole texts that are none, such as `DE89 3704`. */
  readonly all: ReadonlySet<string>;
  /** Those of them that stand for themselves or name somebody: what a key of a map may be. */
  readonly names: ReadonlySet<string>;
}

/** Rules ask for it of one transcript again and again. */
const known = new WeakMap<Evidence, StoreWords>();

/**
 * Returns the words in the pets, orders and messages of a service, but for those that everybody uses, such as `sold`, and those of its
 * own base URL.
 */
export function storeWords(evidence: Evidence): StoreWords {
  const words = known.get(evidence) ?? readWords(evidence);
  known.set(evidence, words);
  return words;
}

function readWords({ readings, settings }: Evidence): StoreWords {
  const all = new Set<string>();
  const names = new Set<string>();
  /** A list is asked for several times, and most of its texts come again and again. */
  const read = new Set<string>();
  const own = wordParts(settings.baseUrl);
  const isTelling = (word: string) => !own.has(word) && !isPlainWord(word);
  for (const { text, field, isName } of textsOf(readings)) {
    if (MADE_UP.exec(text)?.[1] === field) continue;
    const held = `${isName} ${text}`;
    if (read.has(held)) continue;
    read.add(held);
    const { words, shortest, isNaming, shortestText } = wordsIn(text, isName);
    for (const word of words) {
      if (word.length < shortest || !isTelling(word)) continue;
      all.add(word);
      if (isNaming) names.add(word);
    }
    const parts = [...words];
    const isMore = /[^\p{L}\p{M}]/u.test(text) && (parts.length === 0 || parts.some(isTelling));
    if (isMore && text.length >= shortestText) for (const each of foldCase(text)) all.add(each);
  }
  return { all, names };
}

interface Held {
  readonly text: string;
  /** In which it stands. */
  readonly field: string;
  readonly isName: boolean;
}

interface HeldWords {
  readonly words: ReadonlySet<string>;
  readonly shortest: number;
  readonly shortestText: number;
  readonly isNaming: boolean;
}

function wordsIn(text: string, isName: boolean): HeldWords {
  const of = (words: ReadonlySet<string>, shortest: number, isNaming = isName, shortestText = SHORTEST_TEXT) => ({
    words,
    shortest,
    shortestText,
    isNaming,
  });
  switch (formatOf(text)) {
    case undefined:
      break;
    case 'uri':
      return of(wordParts(isName ? text : withoutHost(text)), SHORTEST_WORD);
    case 'email':
      return of(wordParts(text), SHORTEST_WORD, true);
    default:
      return of(new Set(), 0, false, SHORTEST_FIGURE);
  }
  const words = wordParts(text);
  if (/^(?=\S*\d)\S+$/.test(text)) return of(words, isName ? SHORTEST_WORD : SHORTEST_OF_ID);
  const isOneWord = /^[\p{L}\p{M}'’._-]+$/u.test(text);
  return of(words, isName ? SHORTEST_NAME : SHORTEST_WORD, isName || isOneWord);
}

/** Where all pictures lie is the service's own; which ones may be anybody's. */
function withoutHost(uri: string): string {
  const { pathname = '', search = '', hash = '', username = '' } = parseUrl(uri) ?? {};
  return [username, ...[pathname, search, hash].map(decoded)].join(' ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The texts of everything that was accepted, and keys that are no names of fields. */
function* textsOf(readings: readonly Reading[]): Generator<Held> {
  const bodies = new Map<OperationId | undefined, JsonValue[]>();
  for (const reading of readings) {
    if (reading.received.kind !== 'json' || !isAccepted(reading)) continue;
    bodies.set(reading.operation, [...(bodies.get(reading.operation) ?? []), bodyOf(reading, reading.received.value)]);
  }
  for (const values of bodies.values()) {
    const fields = new Set(fieldNames(inferShape(values)));
    for (const value of values) yield* textsIn(value, fields);
  }
}

/** What an id of a message looks like is a question of its own. */
function bodyOf({ operation }: Reading, value: JsonValue): JsonValue {
  if (operation !== 'sendMessage' || !isJsonObject(value)) return value;
  const { id: _, ...rest } = value;
  return rest;
}

function fieldNames({ properties = {}, items, additionalProperties }: Shape): string[] {
  const parts = [...Object.values(properties), items, additionalProperties].flatMap((part) => part ?? []);
  return [...Object.keys(properties), ...parts.flatMap(fieldNames)];
}

/** A loop with a list of its own: a body may be nested deeper than the stack. */
function* textsIn(value: JsonValue, fields: ReadonlySet<string>): Generator<Held> {
  const left = [{ next: value, field: 'value', isName: false }];
  for (let last = left.pop(); last !== undefined; last = left.pop()) {
    const { next, field, isName } = last;
    if (typeof next === 'string') {
      if (next.trim() !== '') yield { text: next.trim(), field, isName };
    } else if (Array.isArray(next)) for (const item of next) left.push({ next: item, field, isName });
    else if (isJsonObject(next)) {
      for (const [key, item] of Object.entries(next)) {
        const isField = fields.has(key);
        if (!isField && !MADE_UP_KEY.test(key)) yield { text: key, field, isName: true };
        left.push({
          next: item,
          field: isField ? key : field,
          isName: isName || (isField && FIELD_OF_NAMES.test(key)),
        });
      }
    }
  }
}

/** So long, a word is found inside of others, too: `askmarta`. Some scripts put nothing between words at all. */
const SHORTEST_INSIDE = 4;
const UNPARTED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

interface Sorted {
  readonly words: ReadonlySet<string>;
  readonly inside: readonly string[];
  /** With what no word has: digits, blanks, signs. */
  readonly texts: readonly string[];
}

/** Made once for each set, however many texts are looked at. */
const sorted = new WeakMap<Iterable<string> & object, Sorted>();

/** Returns whether a text holds what a store holds, in any case, whatever stands around it. */
export function holdsStoreWord(text: string, stored: Iterable<string> & object): boolean {
  const { words, inside, texts } = sorted.get(stored) ?? sort(stored);
  const parts = [...wordParts(text)];
  if (parts.some((part) => words.has(part))) return true;
  const unusual = parts.filter((part) => !isPlainWord(part));
  if (unusual.some((part) => inside.some((word) => part.includes(word)))) return true;
  return texts.length > 0 && foldCase(text).some((folded) => texts.some((each) => folded.includes(each)));
}

function sort(stored: Iterable<string> & object): Sorted {
  const folded = [...new Set([...stored].flatMap(foldCase))];
  const isWord = (text: string) => /^[\p{L}\p{M}]+$/u.test(text);
  const words = folded.filter(isWord);
  const made: Sorted = {
    words: new Set(words),
    inside: words.filter((word) => word.length >= SHORTEST_INSIDE || UNPARTED.test(word)),
    texts: folded.filter((text) => !isWord(text)),
  };
  sorted.set(stored, made);
  return made;
}

/** Letters in a row: `NOT_FOUND_MARTA` has three such runs. */
const RUN = /[\p{L}\p{M}]+/gu;
/** Where a new word begins inside of a run: `petNotFound`, `HTTPError`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const APOSTROPHE = /['’]/g;
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', æ: 'ae', ø: 'oe', œ: 'oe' };

/**
 * Returns the words in a text, in lower case and without accents, whatever stands between them, and each run of letters as well: of
 * `askMarta-2.1` it is `ask`, `marta` and `askmarta`. A word with an umlaut is there in both its spellings.
 */
export function wordParts(text: string): Set<string> {
  const composed = text.normalize('NFC');
  const runs = [composed, ...(/['’]/.test(composed) ? [composed.replace(APOSTROPHE, '')] : [])].flatMap(
    (each) => each.match(RUN) ?? [],
  );
  return new Set(runs.flatMap((run) => [run, ...run.split(HUMP)]).flatMap(foldCase));
}

/** Returns a text in lower case and without accents, as it may be spelled. */
function foldCase(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ł', 'l');
  const plain = lower.normalize('NFD').replace(/\p{M}/gu, '');
  if (plain === lower) return [plain];
  const spelled = lower.replace(/[äöüåæøœ]/g, (letter) => umlauts[letter] ?? letter);
  return [plain, spelled.normalize('NFD').replace(/\p{M}/gu, '')];
}
