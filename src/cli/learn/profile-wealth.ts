import { counted } from '../../json/counted.js';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';

/** How much a profile tells. */
interface Wealth {
  /** Open questions whose answer was observed. */
  readonly questions: number;
  /** Kinds of answers. */
  readonly answers: number;
}

/** Counts what a profile tells; of whatever version, since one that cannot be read any more was learned as well. */
export function wealthOf(profile: JsonValue | undefined): Wealth {
  const { questions, answers } = isJsonObject(profile) ? profile : {};
  const observed = Object.values(isJsonObject(questions) ? questions : {}).filter(
    (learned) => isJsonObject(learned) && learned.origin === 'observed',
  );
  return { questions: observed.length, answers: isJsonObject(answers) ? Object.keys(answers).length : 0 };
}

/** Whether one tells less than another in anything that is counted. */
export function isPoorer(one: Wealth, other: Wealth): boolean {
  return one.questions < other.questions || one.answers < other.answers;
}

/** Such as `7 open questions and 4 kinds of answers`. */
export function wealthInWords({ questions, answers }: Wealth): string {
  return `${counted(questions, 'open question')} and ${counted(answers, 'kind')} of answers`;
}
