import { bearerChallenge } from '../../spec/bearer.js';
import type { Behaviour } from '../../spec/behaviour.js';
import { type ByOperation, choiceAt, operationsOfQuestion } from '../../spec/by-operation.js';
import { type ContentTypeChoice, treatmentOf } from '../../spec/content-types.js';
import { type ErrorSituation, errorCatalogue, errorSituations, namesOfError } from '../../spec/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import { type QuestionId, questionIds } from '../../spec/open-questions.js';
import type { OperationId } from '../../spec/operations.js';
import { checkPairs, orderOf } from '../../spec/order-of-checks.js';
import type { LearnedChoice, Place, Profile } from '../profile/profile.js';
import { formatChoice } from '../profile/write-profile.js';
import { compareBodies } from './compare-bodies.js';
import { whyUnseen } from './coverage.js';
import { type Known, NOT_OBSERVED, type Results } from './results.js';

/** The questions about records: the shapes of their records are compared instead. */
const recordPlaces: { readonly [Id in QuestionId]?: Place } = {
  'pet-shape': 'getPet 200',
  'order-shape': 'listOrders 200',
};

/** Compares the choices of two profiles for every open question, member by member. */
export function compareQuestions(left: Profile, right: Profile, results: Results): void {
  for (const id of questionIds) {
    const path = `question/${id}`;
    const place = recordPlaces[id];
    const [one, other] = [observedChoice(id, left), observedChoice(id, right)];
    const wholes = [wholeChoice(id, one, left), wholeChoice(id, other, right)] as const;
    if (place !== undefined) compareBodies(place, { at: path, within: path }, [left, right], results, wholes);
    else if (one === undefined || other === undefined) results.compare(path, ...wholes);
    else {
      const names = namesIn(id, [left, right]);
      const [first, second] = [splitLike(id, one, other), splitLike(id, other, one)];
      const [members, others] = [membersOf(id, first, names, left), membersOf(id, second, names, right)];
      // A choice in one word has no member to compare with those of another one.
      if ('' in members !== '' in others) results.compare(path, ...wholes);
      else
        for (const end of Object.keys({ ...members, ...others }))
          results.compare(path + end, members[end], others[end]);
    }
  }
}

function observedChoice(id: QuestionId, { questions }: Profile): LearnedChoice<JsonValue> | undefined {
  const learned = questions[id] as LearnedChoice<JsonValue> | undefined;
  return learned?.origin === 'observed' ? learned : undefined;
}

function wholeChoice(id: QuestionId, learned: LearnedChoice<JsonValue> | undefined, profile: Profile): Known {
  if (learned === undefined) return { text: whyUnseen(id, profile), isUnknown: true };
  return id in recordPlaces ? NOT_OBSERVED : { text: formatChoice(learned.choice) };
}

/** Returns the members of a choice by the ends of their paths; the end is empty for a choice without members. */
function membersOf(
  id: QuestionId,
  learned: LearnedChoice<JsonValue>,
  names: readonly string[],
  profile: Profile,
): Record<string, Known> {
  const choice = isErrorQuestion(id) ? errorMembers(learned, names, profile) : inParts(id, learned);
  const unknown = Object.entries(learned.unknown ?? {}).map(([name, text]) => [`/${name}`, { text, isUnknown: true }]);
  if (!isJsonObject(choice)) return { ...Object.fromEntries(unknown), '': { text: formatChoice(choice) } };
  const seen = Object.entries(choice).filter(([name]) => !learned.unseen?.includes(name));
  const known = seen.map(([name, value]) => [`/${name}`, { text: formatChoice(value) }]);
  return Object.fromEntries([...unknown, ...known]);
}

/** Returns a choice for all cases as one for each, if that is what the other side has, or one of them was not seen. */
function splitLike(
  id: QuestionId,
  learned: LearnedChoice<JsonValue>,
  other: LearnedChoice<JsonValue>,
): LearnedChoice<JsonValue> {
  const { choice } = learned;
  const isPartial = [learned, other].some(({ unseen = [] }) => unseen.length > 0);
  if (isJsonObject(choice) || !(isJsonObject(other.choice) || isPartial)) return learned;
  if (id === 'update-content-type' || id === 'message-content-type') {
    return { ...learned, choice: { ...treatmentOf(choice as ContentTypeChoice) } };
  }
  const ids = operationsOfQuestion[id];
  return ids === undefined ? learned : { ...learned, choice: Object.fromEntries(ids.map((each) => [each, choice])) };
}

const noHeaders = { Deprecation: 'not there', Sunset: 'not there', Link: 'not there' };
const standardHeaders = { Deprecation: 'standard', Sunset: 'standard', Link: 'standard' };
const noFields = { 'RateLimit-Policy': 'not there', RateLimit: 'not there' };
const allFields = { 'RateLimit-Policy': 'each-window', RateLimit: 'each-window' };
const NO_CHALLENGE = 'not there';

/** Returns a choice in members where it can have members, without what may be chance. */
function inParts(id: QuestionId, { choice }: LearnedChoice<JsonValue>): JsonValue {
  switch (id) {
    case 'deprecation-headers':
      return isJsonObject(choice) ? { ...noHeaders, ...choice } : choice === 'standard' ? standardHeaders : noHeaders;
    case 'rate-limit-fields':
      return isJsonObject(choice) ? { ...noFields, ...choice } : choice === 'both' ? allFields : noFields;
    case 'www-authenticate':
      return challengesInParts(choice);
    case 'order-of-checks':
      return orderInPairs(choice);
    case 'message-id-format':
      return idFormatInParts(choice);
    case 'created-at-format':
      return typeof choice === 'string' ? withoutOffset(choice) : choice;
    default:
      return choice;
  }
}

function challengesInParts(choice: JsonValue): JsonObject {
  if (choice === 'bearer') return { ...bearerChallenge, other: bearerChallenge.missing };
  return { missing: NO_CHALLENGE, wrong: NO_CHALLENGE, ...(isJsonObject(choice) ? choice : { other: NO_CHALLENGE }) };
}

/** Returns which check of each pair comes first. */
function orderInPairs(choice: JsonValue): JsonObject {
  const order = orderOf(choice as Behaviour['order-of-checks']);
  return Object.fromEntries(
    checkPairs.map(({ name, checks: [one, other] }) => [name, order.indexOf(one) < order.indexOf(other) ? one : other]),
  );
}

/** That no id has a sign may be chance. */
function idFormatInParts(choice: JsonValue): JsonObject {
  if (!isJsonObject(choice)) return { prefix: 'none', characters: choice };
  const { characters = null } = choice;
  return { prefix: 'none', ...choice, characters: characters === 'base62' ? 'base64url' : characters };
}

/** The offset changes with the season, and zeros at the end of a fraction may be left out. */
function withoutOffset(form: string): string {
  return form
    .replace(/[+-]\d{2}(:?)(\d{2})?$/, (_, colon: string, minutes?: string) => (minutes ? `+00${colon}00` : '+00'))
    .replace(/([.,])(0+)/, (_, sign: string, zeros: string) => sign + '0'.repeat(Math.ceil(zeros.length / 3) * 3));
}

/** Returns whether the members of a question are errors, which may change one by one. */
export function isErrorQuestion(id: string): boolean {
  return id === 'error-codes' || id === 'error-messages';
}

function namesIn(id: QuestionId, profiles: readonly Profile[]): string[] {
  const choices = profiles.map(({ questions }) => questions[id]?.choice as JsonValue | undefined);
  return choices.flatMap((choice) => (isJsonObject(choice) ? Object.keys(choice) : []));
}

/** Returns the codes or messages of all names that either side has: one of a status holds in each of its situations. */
function errorMembers(learned: LearnedChoice<JsonValue>, names: readonly string[], profile: Profile): JsonObject {
  const { choice, unseen = [] } = learned;
  const members = isJsonObject(choice) ? choice : {};
  const found = [...new Set(names)].flatMap((name): [string, JsonValue][] => {
    const situation = situationIn(name);
    if (situation !== undefined && unseen.includes(situation)) return [];
    const [value] = widerNames(name, situation, profile).flatMap((each) => members[each] ?? []);
    // The numbers of a message belong to its moment.
    return typeof value === 'string' ? [[name, value.replace(/(?<!\w)-?\d+|\d+/g, '0')]] : [];
  });
  return Object.fromEntries(found);
}

function widerNames(name: string, situation: ErrorSituation | undefined, profile: Profile): string[] {
  const code = situation && codeOf(situation, name, profile);
  if (situation === undefined || code === undefined) return situation === undefined ? [name] : [name, situation];
  const operation = name === situation ? undefined : (name.split(' ', 1)[0] as OperationId);
  return namesOfError({ code, situation, operation });
}

function situationIn(name: string): ErrorSituation | undefined {
  const situation = name.slice(name.indexOf(' ') + 1);
  return Object.hasOwn(errorSituations, situation) ? (situation as ErrorSituation) : undefined;
}

/** Which status these have. */
const questionsOfStatus: { readonly [Situation in ErrorSituation]?: QuestionId } = {
  'pet-id-malformed': 'malformed-pet-id',
  'content-type-wrong': 'update-content-type',
};

/** Returns the question that decides the status in a situation, which may be that of one operation; undefined if none does. */
export function questionOfSituation(name: string): QuestionId | undefined {
  const situation = situationIn(name);
  if (name === 'sendMessage content-type-wrong') return 'message-content-type';
  return situation && questionsOfStatus[situation];
}

/** Returns the code of a situation; undefined where it has one of two, and nothing shows which. */
function codeOf(situation: ErrorSituation, name: string, { questions }: Profile) {
  const { codes } = errorSituations[situation];
  const question = questionOfSituation(name);
  if (question === undefined) return codes[0];
  const learned = questions[question];
  const [operation = ''] = name.split(' ', 1);
  const choice = choiceAt(learned?.choice as ByOperation<number>, operation as OperationId);
  return codes.find((code) => learned?.origin === 'observed' && errorCatalogue[code].status === choice);
}
