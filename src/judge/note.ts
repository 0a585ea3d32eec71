import type { StatementId } from '../spec/statements.js';
import type { Reading } from './reading.js';

/** A promise that was broken, and where to see it. */
export interface Finding {
  /** The exchange that shows it. */
  readonly exchange: number;
  /** Exchanges that are needed to see it too. */
  readonly related: readonly number[];
  /** What was wrong, as one sentence without a full stop. Texts of the service are quoted with `quote()` and cut. */
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  /** Where in the answer's body, as a JSON pointer; undefined where the body is not the matter. */
  readonly pointer: string | undefined;
  /** The promise that was broken; undefined: the first of the rule. */
  readonly statement: StatementId | undefined;
  /** Somebody else who uses the key or writes to the store could explain it. */
  readonly isExplainable: boolean;
}

/**
 * What a rule saw in one place: the promise kept, the promise broken, or that it cannot be told and why. What speaks against the
 * promise although it proves nothing is a doubt: the rule does not pass, however often the promise was kept elsewhere.
 */
export type Note =
  | { readonly kind: 'kept'; readonly exchange: number }
  | { readonly kind: 'broken'; readonly finding: Finding }
  | { readonly kind: 'doubt'; readonly exchange: number; readonly why: string }
  | { readonly kind: 'untold'; readonly exchange: number | undefined; readonly why: string };

export function kept({ number }: Reading): Note {
  return { kind: 'kept', exchange: number };
}

export type Break = Pick<Finding, 'problem' | 'expected' | 'received'> & {
  readonly pointer?: string | undefined;
  readonly statement?: StatementId | undefined;
  readonly related?: readonly Reading[];
  readonly isExplainable?: boolean;
};

export function broken(
  { number }: Reading,
  { related = [], pointer, statement, isExplainable = false, ...rest }: Break,
): Note {
  const numbers = related.map((reading) => reading.number);
  return {
    kind: 'broken',
    finding: { ...rest, exchange: number, related: numbers, pointer, statement, isExplainable },
  };
}

/** `why` completes “this could not be told: …”. */
export function untold(reading: Reading | undefined, why: string): Note {
  return { kind: 'untold', exchange: reading?.number, why };
}

export function doubt({ number }: Reading, why: string): Note {
  return { kind: 'doubt', exchange: number, why };
}
