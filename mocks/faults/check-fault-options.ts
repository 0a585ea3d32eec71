import type { Accounts } from '../limits/accounts.js';
import { MOST_SEED } from '../open-catalogue.js';
import { knownAccount } from '../steering/known-account.js';
import { ATTEMPTED, checkedValues, type Field, isWhole } from './check-values.js';

/** Which requests to its target a fault meets, and how many of them. */
export interface NextOptions {
  /** How many requests it meets; 1 unless told otherwise. */
  readonly times?: number;
  /** Meets only requests with this key: its text or its pseudonym, such as `key#1`. */
  readonly key?: string;
  /** The same seed, the same lengths; 1 unless told otherwise. */
  readonly seed?: number;
}

export interface AlwaysOptions {
  /** What share of the requests it meets; 1, which is all of them, unless told otherwise. */
  readonly probability?: number;
  /** The same seed, the same requests and lengths; 1 unless told otherwise. */
  readonly seed?: number;
  /** How many requests it meets before it is over; left out, it stays until it is taken back. */
  readonly times?: number;
  /** Meets only requests with this key: its text or its pseudonym, such as `key#1`. */
  readonly key?: string;
}

/** A key that a fault is for. Its text is a secret. */
export interface FaultKey {
  readonly text: string;
  readonly alias: string | undefined;
}

const nextFields: Readonly<Record<keyof NextOptions, Field>> = {
  times: { takes: (value) => isWhole(value, 1, Number.MAX_SAFE_INTEGER), remedy: 'Try 3, or any whole number from 1.' },
  // What is no text names no key, and is refused with those that there are not: the value may be one.
  key: { takes: () => true, remedy: '' },
  seed: { takes: (value) => isWhole(value, 0, MOST_SEED), remedy: `Try 1, or any whole number to ${MOST_SEED}.` },
};

const alwaysFields: Readonly<Record<keyof AlwaysOptions, Field>> = {
  probability: {
    takes: (value) => typeof value === 'number' && value > 0 && value <= 1,
    remedy: 'Try 0.2 for two requests of ten; for none of them, ask for no fault.',
  },
  ...nextFields,
};

/** Throws an InputError. */
export function checkedNext(options: unknown, accounts: Accounts) {
  const { times = 1, key, seed = 1 } = checkedValues('the options', options, nextFields, '{ times: 3 }') as NextOptions;
  return { key: checkedKey(key, accounts), seed, times };
}

/** Throws an InputError. */
export function checkedAlways(options: unknown, accounts: Accounts) {
  const example = '{ probability: 0.2, seed: 1 }';
  const checked = checkedValues('the options', options, alwaysFields, example) as AlwaysOptions;
  const { probability = 1, seed = 1, times, key } = checked;
  return { key: checkedKey(key, accounts), probability, seed, times };
}

function checkedKey(key: string | undefined, accounts: Accounts): FaultKey | undefined {
  if (key === undefined) return undefined;
  const { alias } = knownAccount(accounts, ATTEMPTED, key);
  return { text: accounts.resolve(key) ?? '', alias };
}
