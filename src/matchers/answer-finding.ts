import type { StatementId } from '../spec/statements.js';

/** A promise that one answer breaks. */
export interface AnswerFinding {
  /** The rule of the suite that says the same. */
  readonly rule: string;
  /** One sentence without a full stop. */
  readonly problem: string;
  /** Undefined where the problem says it. */
  readonly expected: string | undefined;
  readonly received: string;
  /** Where in the body, as a JSON pointer; undefined where the body is not the matter. */
  readonly pointer: string | undefined;
  readonly statement: StatementId;
}
