import type { JsonValue } from '../json/json-value.js';
import type { QuestionId } from '../spec/open-questions.js';

/** How a deployment answers an open question. Never fails anything. */
export interface Observation {
  readonly question: QuestionId;
  /** In the form of a behaviour; undefined where it was not seen or is none of the choices. */
  readonly answer: JsonValue | undefined;
  /** What was seen, or why nothing was, in one line. */
  readonly note: string;
  readonly exchanges: readonly number[];
}
