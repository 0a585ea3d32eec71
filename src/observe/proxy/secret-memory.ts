import { type BoundedRedactor, createBoundedRedactor } from '../../exchange/bounded-redactor.js';
import { learnSecrets, type WireHead } from './intake.js';
import type { NamedSecret } from './observer.js';

/** Remembers the secrets of all that passed: what one observer recorded under a pseudonym, the next one knows by it. */
export interface SecretMemory {
  /** In the order that gives them their pseudonyms. */
  readonly all: readonly NamedSecret[];
  /** Takes in what an observer got to know. */
  remember(secret: NamedSecret): void;
  /** Gets to know the secrets of exchanges that no observer takes in: they may stand in those that one has recorded. */
  learn(heads: readonly WireHead[]): void;
  /** Returns the secrets of an exchange that the observer cannot take in and may not know; from here on they are held to be known to it. */
  newIn(head: WireHead): readonly NamedSecret[];
  /** From here on an observer gets to know them. */
  handOver(): void;
  /** Creates a redactor that knows them all. */
  redactor(): BoundedRedactor;
}

/** Creates an empty one. `origin` is that of the upstream. */
export function createSecretMemory(origin: string, onBug: (bug: unknown) => void): SecretMemory {
  const secrets = new Map<string, NamedSecret[1]>();
  /** Those that the observer was told of, and to which it has not given a name yet. */
  const told = new Map<string, NamedSecret[1]>();
  /** Finds each secret once, and no more of them than an observer seeks. */
  let finder: BoundedRedactor | undefined;
  /** Where there is no observer that does. */
  let learner: BoundedRedactor | undefined;
  const redactor = () => {
    const made = createBoundedRedactor(undefined, (secret, kind) => secrets.set(secret, kind));
    for (const [secret, kind] of all()) made.nameOf(secret, kind);
    return made;
  };
  const all = () => [...new Map([...secrets, ...told])];
  const learn = (head: WireHead, learning: BoundedRedactor) => {
    try {
      learnSecrets(head, origin, learning);
    } catch (bug) {
      onBug(bug);
    }
  };
  return {
    get all() {
      return all();
    },
    remember([secret, kind]) {
      secrets.set(secret, kind);
      told.delete(secret);
    },
    learn(heads) {
      learner ??= redactor();
      for (const head of heads) learn(head, learner);
    },
    newIn(head) {
      const before = told.size;
      finder ??= createBoundedRedactor(undefined, (secret, kind) => {
        if (!secrets.has(secret)) told.set(secret, kind);
      });
      learn(head, finder);
      return before === told.size ? [] : [...told].slice(before);
    },
    handOver() {
      learner = undefined;
    },
    redactor,
  };
}
