import type { Evidence } from '../judge/evidence.js';
import { holdsStoreWord } from '../judge/observations/holds-store-word.js';
import { storeWords } from '../judge/observations/store-words.js';
import type { IsOfStore } from '../profile/shape-sample.js';

/** Answers what tells of a key whether it is data of the store, such as somebody's name, and no field. */
export function keyOfStore(evidence: Evidence): IsOfStore {
  const { names } = storeWords(evidence);
  const known = new Map<string, boolean>();
  return (key) => {
    const isOfStore = known.get(key) ?? holdsStoreWord(key, names);
    known.set(key, isOfStore);
    return isOfStore;
  };
}
