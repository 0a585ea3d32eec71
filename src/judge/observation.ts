import type { JsonValue } from '../json/json-value.js';
import type { QuestionId } from '../spec/open-questions.js';

/** How a deployment answers an open question. Never fails anything. */
export interface Observation {
  readonly question: QuestionId;
  /** In the form of a behaviour; undefined where it was not seen or is none of the choices. */
  readonly answer: JsonValue | undefined;
  /** What was seen, or why nothing was, in one line. */
  readonly note: string;
  /** The first ones that show it. */
  readonly exchanges: readonly number[];
  /** How many exchanges show it. */
  readonly sightings: number;
  /** Members of an answer that were not seen themselves and stand at the fake's default. */
  readonly unseen: readonly string[];
  /** Members that were asked for and could not be told, by name, and why. */
  readonly untold?: Readonly<Record<string, string>>;
  /** What shows single members of an answer, where it is not all that shows the answer. */
  readonly members?: Readonly<Record<string, Pick<Observation, 'exchanges' | 'sightings'>>>;
}
