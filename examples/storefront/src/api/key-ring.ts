import { createStore, type Readable } from '../store';

/** Why the user is asked for an API key. */
export type KeyQuestion = 'missing' | 'refused';

export interface KeyRing {
  /** The question that the user is asked; undefined while there is none. */
  readonly question: Readable<KeyQuestion | undefined>;
  /** Returns a key other than `refused`, and asks the user where there is none. Undefined: the user gave none. */
  take(refused?: string): Promise<string | undefined>;
  /** The user's answer; undefined closes the question without a key. */
  give(key: string | undefined): void;
}

/** The name in the tab's session storage: the key survives a reload and is gone with the tab. */
const STORAGE_NAME = 'petstore-key';

/** Holds the API key. It goes into the Authorization header and nowhere else: no log, no URL. */
export function createKeyRing(storage: Storage): KeyRing {
  const question = createStore<KeyQuestion | undefined>(undefined);
  let answered: Promise<string | undefined> | undefined;
  let tellAnswer = (_key: string | undefined) => {};

  return {
    question,
    take(refused) {
      const key = storage.getItem(STORAGE_NAME) ?? undefined;
      if (key !== undefined && key !== refused) return Promise.resolve(key);
      storage.removeItem(STORAGE_NAME);
      answered ??= new Promise((resolve) => {
        tellAnswer = resolve;
      });
      question.set(refused === undefined ? 'missing' : 'refused');
      return answered;
    },
    give(key) {
      if (key !== undefined) storage.setItem(STORAGE_NAME, key);
      question.set(undefined);
      answered = undefined;
      tellAnswer(key);
    },
  };
}
