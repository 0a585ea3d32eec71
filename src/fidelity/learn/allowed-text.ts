import type { Evidence } from '../../judge/evidence.js';
import { holdsStoreWord, storeWords } from '../../judge/observations/store-words.js';
import type { OperationId } from '../../spec/operations.js';
import { operations } from '../../spec/operations.js';
import { schemas } from '../../spec/schemas.js';
import type { IsStoreKey, KnownWords } from '../profile/infer-shape.js';

/** As a redactor writes what it took out. */
const PSEUDONYM = /(?:key|secret)#\d+/;
const EMAIL = /[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/;
/** With a host: `https://?` is a question of the suite's own. */
const ADDRESS = /https?:\/\/[^\s"'<>?#][^\s"'<>]*/i;
const LONGEST_WORD = 32;

/** Such as `error404`. */
const NUMBERED = /^\p{L}+\d{1,4}$/u;

/** A quoted text, its quotes and escapes as JSON has them. */
export const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/**
 * Returns whether a text may be the service's own words: no secret, no address of anybody, nothing that stands in what the service
 * holds for its users. `stored`: the words in pets, orders and messages.
 */
export function isPlain(text: string, stored: readonly string[], allowed?: 'addresses'): boolean {
  if (PSEUDONYM.test(text) || EMAIL.test(text)) return false;
  if (allowed === undefined && ADDRESS.test(text)) return false;
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return !words.some(isPeculiar) && !holdsStoreWord(text, stored);
}

/** Secrets and ids mix letters and digits, or are numbers of many digits. */
function isPeculiar(word: string): boolean {
  const isMixed = word.length >= 8 && /\d/.test(word) && /\p{L}/u.test(word) && !NUMBERED.test(word);
  return isMixed || word.length > LONGEST_WORD || /\d{11}/.test(word);
}

/** Returns a note without what it quotes of a service. */
export function withoutQuotes(note: string): string {
  return note
    .replace(QUOTED, '"…"')
    .replace(new RegExp(EMAIL, 'g'), '…')
    .replace(new RegExp(ADDRESS, 'gi'), '…')
    .replace(new RegExp(PSEUDONYM, 'g'), '…')
    .replace(/\d{17,}/g, '…');
}

/** Returns what tells of a key whether it is data of the store, such as somebody's name, and no field. */
export function storeKeyTest(evidence: Evidence): IsStoreKey {
  const { names } = storeWords(evidence);
  const known = new Map<string, boolean>();
  return (key) => {
    const isOfStore = known.get(key) ?? holdsStoreWord(key, names);
    known.set(key, isOfStore);
    return isOfStore;
  };
}

const ofPets: KnownWords = { status: schemas.PetStatus.enum };

/** The closed sets that the document names for an operation (§2.2): they are whole, whichever of their words were seen. */
export function knownWordsOf(operation: OperationId | undefined): KnownWords {
  const area = operation && operations[operation].area;
  return area === 'Inventory' || area === 'Pets' ? ofPets : {};
}
