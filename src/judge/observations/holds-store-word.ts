import { isPlainWord } from '../../profile/plain-words.js';
import { foldCase, wordParts } from './word-parts.js';

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

/** Tells whether a text holds what a store holds, in any case, whatever stands around it. */
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
