import type { OperationId } from '../spec/operations.js';
import type { StatementId } from '../spec/statements.js';
import type { Level } from '../transcript/transcript.js';
import type { Evidence } from './evidence.js';
import type { Note } from './note.js';

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
  /** Answers what it saw, in order. An exchange that tells nothing of the rule gets no note. */
  readonly judge: (evidence: Evidence) => Iterable<Note>;
}
