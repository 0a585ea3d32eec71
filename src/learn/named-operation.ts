import { isJsonObject, type JsonValue } from '../json/json-value.js';
import type { Evidence } from '../judge/evidence.js';
import type { Observation } from '../judge/observation.js';
import { errorSituationOf } from '../judge/observations/error-situation.js';
import { distinct } from '../judge/observations/seen.js';
import { objectOf, type Reading } from '../judge/reading.js';
import type { ErrorSituation } from '../spec/behaviour.js';
import { operationErrorOf } from '../spec/error-names.js';
import { errorSituations } from '../spec/error-situations.js';
import { type OperationId, operations } from '../spec/operations.js';
import { evidenceOf } from './confidence.js';

type Members = NonNullable<Observation['members']>;

/**
 * Keeps a text of errors for its operation alone, where it names that one (`listInventory: wrong key`) and no other was seen to tell
 * it. Elsewhere the fake would tell what no deployment does.
 */
export function atNamedOperations(observation: Observation, evidence: Evidence): Observation {
  const { answer, members = {}, unseen } = observation;
  if (!isJsonObject(answer)) return observation;
  const byNumber = new Map(evidence.readings.map((reading) => [reading.number, reading]));
  const named = Object.entries(answer).flatMap(([name, text]) => {
    const first = (members[name]?.exchanges ?? []).flatMap((number) => byNumber.get(number) ?? []);
    const shown = allThatTell(text, first, evidence);
    return narrowed(name, text, { shown, sighted: members[name], evidence });
  });
  const ofAnswer = Object.fromEntries(named.map(({ name, text }) => [name, text]));
  return {
    ...observation,
    answer: ofAnswer,
    members: Object.fromEntries(named.flatMap(({ name, sighted }) => (sighted === undefined ? [] : [[name, sighted]]))),
    unseen: [...Object.keys(answer).filter((name) => !isSituation(name)), ...unseen].filter(
      (name) => !Object.hasOwn(ofAnswer, name),
    ),
  };
}

interface Named {
  readonly name: string;
  readonly text: JsonValue;
  readonly sighted: Members[string] | undefined;
}

interface Shown {
  readonly shown: readonly Reading[];
  readonly sighted: Members[string] | undefined;
  readonly evidence: Evidence;
}

/** Answers the text under the names of its one operation, where it has one. */
function narrowed(name: string, text: JsonValue, { shown, sighted, evidence }: Shown): Named[] {
  const asItIs = [{ name, text, sighted }];
  if (name.includes(' ')) return asItIs;
  const isOfIt = (reading: Reading) => !isSituation(name) || errorSituationOf(evidence, reading) === name;
  const [operation, ...others] = distinct(shown.filter(isOfIt).map((reading) => reading.operation));
  if (operation === undefined || others.length > 0 || typeof text !== 'string' || !names(operation, text))
    return asItIs;
  const situations = isSituation(name) ? [name] : distinct(shown.map((reading) => errorSituationOf(evidence, reading)));
  const own = situations.flatMap((situation) => {
    if (situation === undefined) return [];
    const readings = shown.filter((reading) => errorSituationOf(evidence, reading) === situation);
    const seen = isSituation(name) ? sighted : sightingsOf(readings);
    return operationErrorOf(operation, situation).map((each) => ({ name: each, text, sighted: seen }));
  });
  return own.length === 0 ? asItIs : own;
}

/** Evidence names the first errors alone. */
function allThatTell(text: JsonValue, first: readonly Reading[], { readings }: Evidence): Reading[] {
  const tells = (reading: Reading) =>
    first.includes(reading) ||
    (first.some(({ status }) => status === reading.status) && objectOf(reading.received)?.message === text);
  return readings.filter(tells);
}

function sightingsOf(readings: readonly Reading[]): Members[string] {
  return { exchanges: evidenceOf(readings).exchanges, sightings: readings.length };
}

function isSituation(name: string): name is ErrorSituation {
  return Object.hasOwn(errorSituations, name);
}

/** Whether a text holds the id, the method or the path of an operation as a word of its own. */
function names(id: OperationId, text: string): boolean {
  const { method, path } = operations[id];
  const place = path.replaceAll(/\{\w+\}/g, '[^\\s/]+');
  return new RegExp(`(?<!\\w)(?:${id}|${method})(?!\\w)|${place}(?![\\w/{-])`).test(text);
}
