import type { Level } from '../exchange/transcript.js';
import type { OperationId } from '../spec/operations.js';
import type { StatementId } from '../spec/statements.js';
import type { Evidence } from './evidence.js';
import type { Reading } from './reading.js';

/** A pure judgement over a transcript. */
export interface Rule {
  /** Permanent: never renamed, never used again. */
  readonly id: string;
  /** What a conformant service does, as a sentence in the present tense without a full stop. */
  readonly title: string;
  /** The promises that it rests on, the one that reports quote first. */
  readonly statements: readonly [StatementId, ...StatementId[]];
  /** `documented`: the document says it; `implied`: what it says cannot mean anything else. */
  readonly severity: 'documented' | 'implied';
  /** The lowest level whose requests can show it; `passive`: any answer does. */
  readonly class: 'passive' | Level;
  /** Whose answers it judges; left out: everybody's. */
  readonly operations?: readonly OperationId[];
  /** Returns what it saw, in order. An exchange that tells nothing of the rule gets no note. */
  readonly judge: (evidence: Evidence) => Iterable<Note>;
}

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
  | { readonly kind: 'pass'; readonly exchange: number }
  | { readonly kind: 'violation'; readonly finding: Finding }
  | { readonly kind: 'suspicious'; readonly exchange: number; readonly why: string }
  | { readonly kind: 'inconclusive'; readonly exchange: number | undefined; readonly why: string };

export function passes({ number }: Reading): Note {
  return { kind: 'pass', exchange: number };
}

export type ViolationDetails = Pick<Finding, 'problem' | 'expected' | 'received'> & {
  readonly pointer?: string | undefined;
  readonly statement?: StatementId | undefined;
  readonly related?: readonly Reading[];
  readonly isExplainable?: boolean;
};

export function violates(
  { number }: Reading,
  { related = [], pointer, statement, isExplainable = false, ...rest }: ViolationDetails,
): Note {
  const numbers = related.map((reading) => reading.number);
  return {
    kind: 'violation',
    finding: { ...rest, exchange: number, related: numbers, pointer, statement, isExplainable },
  };
}

/** `why` completes “this could not be told: …”. */
export function inconclusive(reading: Reading | undefined, why: string): Note {
  return { kind: 'inconclusive', exchange: reading?.number, why };
}

export function suspicious({ number }: Reading, why: string): Note {
  return { kind: 'suspicious', exchange: number, why };
}
