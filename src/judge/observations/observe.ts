import type { JsonValue } from '../../json/json.js';
import { type QuestionId, questionIds } from '../../service/questions/open-questions.js';
import { redactEvidence } from '../judge.js';
import type { Reading } from '../reading.js';
import type { Evidence, Observers, Seen } from '../rule.js';
import { errorObservers } from './errors.js';
import { limitObservers } from './limits.js';
import { orderOfChecks } from './order-of-checks.js';
import { operationObservers, requestQuestionObservers } from './requests.js';
import { unseen } from './seen.js';

const MOST_EXCHANGES = 10;

/** How the questions that are about no single operation are observed; a text is the reason why one cannot be. */
const observers: Observers = {
  ...limitObservers,
  ...errorObservers,
  ...requestQuestionObservers,
  'order-of-checks': orderOfChecks,
  'ban-threshold': 'finding out would get the key banned',
  'ban-duration-seconds': 'finding out would get the key banned',
  'ban-status': 'finding out would get the key banned',
};

/** Returns the choice of a deployment for each open question, in the order of the register, without secrets. */
export function observe(received: Evidence): Observation[] {
  const evidence = redactEvidence(received);
  const { service, operations } = evidence.judged;
  const ofOperations = Object.values(operations).map((operation) => operation.observers);
  const all: Observers = Object.assign({}, observers, operationObservers(service), ...ofOperations);
  return questionIds.map((question) => {
    const observer = all[question] ?? 'no operation has it';
    return observationOf(question, typeof observer === 'string' ? unseen(observer) : observer(evidence));
  });
}

/** Returns what was seen of a question as an observation, with the first exchanges that show it. */
export function observationOf(question: QuestionId, shown: Seen): Observation {
  const { choice, note, readings, unseen: notSeen = [], unknown = {} } = shown;
  const members = Object.entries(shown.members ?? {}).map(([name, own]) => [name, sightingsOf(own)]);
  return {
    question,
    choice,
    note,
    ...sightingsOf(readings),
    unseen: notSeen,
    ...(Object.keys(unknown).length > 0 && { unknown }),
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
  };
}

function sightingsOf(readings: readonly Reading[]): Pick<Observation, 'exchanges' | 'sightings'> {
  return { exchanges: readings.slice(0, MOST_EXCHANGES).map(({ number }) => number), sightings: readings.length };
}

/** The choice of a deployment for an open question. It never fails a run. */
export interface Observation {
  readonly question: QuestionId;
  /** In the form of a behaviour; undefined if it was not seen or is not one of the choices. */
  readonly choice: JsonValue | undefined;
  readonly note: string;
  /** The first exchanges that show it. */
  readonly exchanges: readonly number[];
  readonly sightings: number;
  /** Members of the choice that were not seen themselves and stand at the fake's default. */
  readonly unseen: readonly string[];
  /** Members that could not be concluded from what was seen, by name, and why. */
  readonly unknown?: Readonly<Record<string, string>>;
  /** What shows single members of a choice, if that is not all that shows the choice. */
  readonly members?: Readonly<Record<string, Pick<Observation, 'exchanges' | 'sightings'>>>;
}
