import { isDistinctive } from './hide-secrets.js';
import { createRedactor, type Redactor } from './redactor.js';

/** So many keys, and as many other secrets, are told apart and sought in all that passes. */
const MOST_SECRETS = 1_000;

/** Stands for every secret that came after these. */
const ONE_OF_MANY = 0;

/** A redactor for traffic that never ends. */
export interface BoundedRedactor extends Redactor {
  /** How many secrets it seeks. */
  readonly known: number;
}

/** Returns whether a pseudonym stands for several secrets, which nobody tells apart. */
export function isOneOfMany(name: string): boolean {
  return name.endsWith(`#${ONE_OF_MANY}`);
}

/**
 * Creates a redactor whose memory is bounded: a service may set another cookie with each answer, for weeks. Past the bound a
 * secret is taken out where it stands, and not sought elsewhere.
 */
export function createBoundedRedactor(most = MOST_SECRETS): BoundedRedactor {
  // A wrong key such as `invalid` is a word of honest answers, too, but nobody knows here which keys are wrong.
  const redactor = createRedactor({ isSought: (secret, kind) => kind === 'key' || isDistinctive(secret) });
  const known = new Set<string>();
  const counts = { key: 0, secret: 0 };
  return {
    get known() {
      return known.size;
    },
    nameOf(secret, kind = 'key') {
      if (!known.has(secret)) {
        if (counts[kind] >= most) return `${kind}#${ONE_OF_MANY}`;
        counts[kind]++;
        known.add(secret);
      }
      return redactor.nameOf(secret, kind);
    },
    redact: redactor.redact,
  };
}
