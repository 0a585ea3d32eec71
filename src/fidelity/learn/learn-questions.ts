import type { Evidence } from '../../judge/evidence.js';
import { errorSituationOf } from '../../judge/observations/error-situation.js';
import { type Observation, observe } from '../../judge/observations/observe.js';
import { distinct } from '../../judge/observations/seen.js';
import { objectOf, type Reading } from '../../judge/reading.js';
import { bearerChallenge } from '../../spec/bearer.js';
import { defaultBehaviour, type ErrorSituation } from '../../spec/behaviour.js';
import { isIso8601, parseHttpDate } from '../../spec/dates.js';
import { errorSituations, operationErrorOf } from '../../spec/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import type { QuestionId } from '../../spec/open-questions.js';
import { type OperationId, operations } from '../../spec/operations.js';
import { fillTemplate } from '../../spec/path-template.js';
import { findViolation } from '../../spec/validation/validate.js';
import type { LearnedChoice, Profile } from '../profile/profile.js';
import { isPlain, withoutQuotes } from './allowed-text.js';
import { learnOrderShape } from './learn-order-shape.js';
import { learnPetShape } from './learn-pet-shape.js';
import { confidenceOf, evidenceOf, type LearnedRecords, memberEvidence } from './learned.js';

/** What a sight of records tells is more than an observation says: an answer made up to fit them. */
const lookedAtHere: { readonly [Id in QuestionId]?: (evidence: Evidence) => LearnedRecords } = {
  'pet-shape': learnPetShape,
  'order-shape': learnOrderShape,
};

/** Learns how every open question is answered; what was not seen is the fake's default, and says so. */
export function learnQuestions(evidence: Evidence, stored: readonly string[]): Profile['questions'] {
  const narrow = (seen: Observation) => (seen.question === 'error-messages' ? atNamedOperations(seen, evidence) : seen);
  const learned = observe(evidence).map((observation) => {
    const look = lookedAtHere[observation.question];
    const seen = look === undefined ? narrow(observation) : observationOf(observation.question, look(evidence));
    return [observation.question, learnQuestion(seen, stored)] as const;
  });
  return Object.fromEntries(learned) as Profile['questions'];
}

function observationOf(question: QuestionId, learned: LearnedRecords): Observation {
  const { choice, note, readings, unseen = [], members = {} } = learned;
  const shown = Object.entries(members).map(([name, own]) => [name, sightingsOf(own)] as const);
  return { question, choice, note, ...sightingsOf(readings), unseen, members: Object.fromEntries(shown) };
}

function sightingsOf(readings: readonly Reading[]): Pick<Observation, 'exchanges' | 'sightings'> {
  return { exchanges: evidenceOf(readings).exchanges, sightings: readings.length };
}

function learnQuestion(observation: Observation, stored: readonly string[]): LearnedChoice<unknown> {
  const { question, exchanges, sightings } = observation;
  const note = withoutQuotes(observation.note);
  if (observation.choice === undefined) return unseen(question, note, exchanges);
  const { choice, removed } = cleanChoice(question, observation.choice, stored);
  if (choice === undefined || !isChoice(question, choice)) {
    return unseen(question, 'what was seen could hold more than the service’s own words', exchanges);
  }
  const notSeen = [...new Set([...observation.unseen, ...removed])];
  const taken = removed.map((name) => [name, 'it could hold more than the service’s own words'] as const);
  const unknown = { ...observation.unknown, ...Object.fromEntries(taken) };
  return {
    choice,
    origin: 'observed',
    confidence: confidenceOf(sightings),
    ...(notSeen.length > 0 && { unseen: notSeen }),
    ...(Object.keys(unknown).length > 0 && { unknown }),
    ...memberEvidence(observation, notSeen),
    note,
    exchanges,
  };
}

function unseen(question: QuestionId, note: string, exchanges: readonly number[]): LearnedChoice<unknown> {
  return { choice: defaultBehaviour[question], origin: 'default', confidence: 'none', note, exchanges };
}

/** A fake must be able to do it. */
function isChoice(question: QuestionId, choice: JsonValue): boolean {
  return findViolation('Behaviour', { [question]: choice }) === undefined;
}

type Stored = readonly string[];

/** Which texts of an answer may stay, where it is, or holds, texts as the service wrote them. */
const worded: { readonly [Id in QuestionId]?: (text: string, name: string, stored: Stored) => boolean } = {
  'error-codes': (text, _, stored) => isPlain(text, stored),
  'error-messages': (text, _, stored) => isPlain(text, stored),
  // The other texts there are words of the register.
  'message-id-format': (text, name, stored) => name !== 'prefix' || isPlain(text, stored),
  'cache-control': (text, _, stored) => DIRECTIVES.test(text) && isPlain(text, stored),
  'www-authenticate': (text, _, stored) => isPlain(text, stored, 'addresses'),
  'deprecation-headers': (text, name, stored) =>
    name === 'Link' ? LINKS.test(text) && isPlain(text, stored, 'addresses') : isMoment(text),
};

/** What stands in the place of a member that is taken out, where leaving it out would say something else. */
const standIns: { readonly [Id in QuestionId]?: JsonObject } = { 'www-authenticate': bearerChallenge };

/** Such as `private, max-age=60`; what is quoted there are names of fields. */
const DIRECTIVES = /^[a-z-]{1,30}(?:=\d{1,10})?(?:\s*,\s*[a-z-]{1,30}(?:=\d{1,10})?)*$/i;
/** Links that say where they lead and how, and nothing in words of their own. */
const LINK = '<(?:https?:/)?/[^\\s<>"]*>(?:\\s*;\\s*(?:rel|type)="?[\\w./+ -]{1,80}"?)+';
const LINKS = new RegExp(`^${LINK}(?:\\s*,\\s*${LINK})*$`);

/** A switch, a Unix time, or a date. */
function isMoment(text: string): boolean {
  return /^(?:true|\?1|@?-?\d{1,13})$/i.test(text) || parseHttpDate(text) !== undefined || isIso8601(text);
}

export interface CleanChoice {
  /** Undefined where nothing is left of it. */
  readonly choice: JsonValue | undefined;
  /** Members that were taken out. */
  readonly removed: readonly string[];
}

/** Takes texts out of an answer that may be more than the service's own words. `stored`: the texts in pets, orders and messages. */
export function cleanChoice(id: QuestionId, choice: JsonValue, stored: Stored): CleanChoice {
  const test = worded[id];
  const mayStay = ([name, value]: readonly [string, JsonValue]) =>
    test === undefined || typeof value !== 'string' || test(value, name, stored);
  if (!isJsonObject(choice)) {
    // Every other answer that is one text is one of the choices that the register names.
    const isChoice = id !== 'cache-control';
    return { choice: isChoice || mayStay(['', choice]) ? choice : undefined, removed: [] };
  }
  const kept = Object.entries(choice).filter(mayStay);
  const removed = Object.keys(choice).filter((name) => !kept.some(([each]) => each === name));
  if (removed.length === 0) return { choice, removed };
  if (kept.length === 0) return { choice: undefined, removed };
  const usual = Object.entries(standIns[id] ?? {}).filter(([name]) => removed.includes(name));
  return { choice: Object.fromEntries([...kept, ...usual]), removed };
}

type Members = NonNullable<Observation['members']>;

/**
 * Keeps a text of errors for its operation alone, where it names that one (`listInventory: wrong key`) and no other was seen to tell
 * it. Elsewhere the fake would tell what no deployment does.
 */
function atNamedOperations(observation: Observation, evidence: Evidence): Observation {
  const { choice, members = {}, unseen } = observation;
  if (!isJsonObject(choice)) return observation;
  const byNumber = new Map(evidence.readings.map((reading) => [reading.number, reading]));
  const named = Object.entries(choice).flatMap(([name, text]) => {
    const first = (members[name]?.exchanges ?? []).flatMap((number) => byNumber.get(number) ?? []);
    const shown = allWithText(text, first, evidence);
    return narrowed(name, text, { shown, sighted: members[name], evidence });
  });
  const ofAnswer = Object.fromEntries(named.map(({ name, text }) => [name, text]));
  return {
    ...observation,
    choice: ofAnswer,
    members: Object.fromEntries(named.flatMap(({ name, sighted }) => (sighted === undefined ? [] : [[name, sighted]]))),
    unseen: [...Object.keys(choice).filter((name) => !isSituation(name)), ...unseen].filter(
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

/** Returns the text under the names of its one operation, where it has one. */
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
    const seen = isSituation(name) ? sighted : memberSightings(readings);
    return operationErrorOf(operation, situation).map((each) => ({ name: each, text, sighted: seen }));
  });
  return own.length === 0 ? asItIs : own;
}

/** Evidence names the first errors alone. */
function allWithText(text: JsonValue, first: readonly Reading[], { readings }: Evidence): Reading[] {
  const tells = (reading: Reading) =>
    first.includes(reading) ||
    (first.some(({ status }) => status === reading.status) && objectOf(reading.received)?.message === text);
  return readings.filter(tells);
}

function memberSightings(readings: readonly Reading[]): Members[string] {
  return { exchanges: evidenceOf(readings).exchanges, sightings: readings.length };
}

function isSituation(name: string): name is ErrorSituation {
  return Object.hasOwn(errorSituations, name);
}

/** Whether a text holds the id, the method or the path of an operation as a word of its own. */
function names(id: OperationId, text: string): boolean {
  const { method, path } = operations[id];
  const place = fillTemplate(path, () => '[^\\s/]+');
  return new RegExp(`(?<!\\w)(?:${id}|${method})(?!\\w)|${place}(?![\\w/{-])`).test(text);
}
