import { levels } from '../../exchange/transcript.js';
import { bearerChallenge } from '../../spec/bearer.js';
import type { ErrorSituation } from '../../spec/behaviour.js';
import { errorCatalogue, errorSituations, namesOfError } from '../../spec/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import { openQuestions, type QuestionId, questionIds } from '../../spec/open-questions.js';
import { type OperationId, operationIds } from '../../spec/operations.js';
import type { LearnedChoice, LearnedHeader, Profile, Shape } from '../profile/profile.js';
import { formatChoice } from '../profile/write-profile.js';

/** One fact of a profile. */
export interface Fact {
  /** In one line, for people. */
  readonly text: string;
  /** How many responses show it; left out where that does not matter. */
  readonly count?: number;
  /** What is compared in place of the text. */
  readonly value?: FactValue;
  /** The text for the other side if it has no such fact, and how many responses it takes to be sure. */
  readonly absence?: Absence;
}

interface Absence {
  readonly text: string;
  /** Responses that it takes, on each side, to be sure. */
  readonly needs: number;
  /** The path that the other side must have for that. */
  readonly container: string;
}

type FactValue =
  | { readonly kind: 'shape'; readonly shape: Shape; readonly isAlways: boolean; readonly needs: ShapeNeeds }
  /** An object or a list around fields. `isOpen`: fields that it does not show may be there all the same. */
  | { readonly kind: 'container'; readonly isOpen: boolean }
  | { readonly kind: 'header'; readonly header: LearnedHeader }
  | { readonly kind: 'latency'; readonly p50: number; readonly p90: number };

interface ShapeNeeds {
  /** For another format. */
  readonly form: number;
  /** For being there always on one side, and at times on the other. */
  readonly presence: number;
}

/** The facts of a profile, by path, and why the others are unknown. */
export interface Flat {
  readonly facts: Map<string, Fact>;
  readonly unknown: Map<string, string>;
}

/** Adds the facts of a profile about rules, open questions, limits and latency. `other`: the profile that it is compared with. */
export function flattenChoices(profile: Profile, other: Profile, { facts, unknown }: Flat): void {
  for (const [id, outcome] of Object.entries(profile.rules)) {
    const isConclusive = outcome === 'pass' || outcome === 'violation';
    if (isConclusive) facts.set(`rule/${id}`, { text: outcome === 'pass' ? 'passed' : 'violated' });
    else unknown.set(`rule/${id}`, outcome === 'skipped' ? skipped(profile) : outcome);
  }
  for (const id of questionIds) flattenQuestion(id, profile, other, { facts, unknown });
  const { plan, perMinute, perDay } = profile.limit;
  if (plan !== null) facts.set('limit/plan', { text: plan });
  if (perMinute !== null) facts.set('limit/perMinute', { text: `${perMinute} requests a minute` });
  if (perDay !== null) facts.set('limit/perDay', { text: `${perDay} requests a day` });
  for (const operation of [...operationIds, 'other' as const]) {
    const latency = profile.latency[operation];
    if (latency === undefined) continue;
    const { p50, p90, count } = latency;
    const text = `${milliseconds(p50)} at the median, ${milliseconds(p90)} at the 90th percentile`;
    facts.set(`latency/${operation}`, { text, count, value: { kind: 'latency', p50, p90 } });
  }
}

function skipped({ source: { level } }: Profile): string {
  return level === null ? 'not judged' : `skipped at level ${level}`;
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}

/** The shapes of their records are compared instead. */
const ofRecords: readonly QuestionId[] = ['pet-shape', 'order-shape'];

function flattenQuestion(id: QuestionId, profile: Profile, other: Profile, { facts, unknown }: Flat): void {
  const learned = profile.questions[id] as LearnedChoice<JsonValue> | undefined;
  if (learned?.origin !== 'observed') {
    unknown.set(`question/${id}`, whyUnseen(id, profile));
    return;
  }
  for (const [name, why] of Object.entries(learned.unknown ?? {})) unknown.set(`question/${id}/${name}`, why);
  if (ofRecords.includes(id)) return;
  const choice = isOfErrors(id) ? errorMembers(learned, namesIn(id, profile, other), profile) : inParts(id, learned);
  if (!isJsonObject(choice)) {
    facts.set(`question/${id}`, { text: formatChoice(choice) });
    return;
  }
  const seen = Object.entries(choice).filter(([name]) => !learned.unseen?.includes(name));
  for (const [name, value] of seen) facts.set(`question/${id}/${name}`, { text: formatChoice(value) });
}

function whyUnseen(id: QuestionId, { questions, source }: Profile): string {
  const { observable } = openQuestions[id];
  if (observable === 'never') return 'no run can observe it';
  const order: readonly string[] = levels;
  if (order.indexOf(source.level ?? 'exhaust') < order.indexOf(observable)) return `needs --level ${observable}`;
  return questions[id]?.note ?? 'not in the profile';
}

const noHeaders = { Deprecation: 'not there', Sunset: 'not there', Link: 'not there' };
const standardHeaders = { Deprecation: 'standard', Sunset: 'standard', Link: 'standard' };
const noChallenge = { missing: 'not there', wrong: 'not there' };

/** Returns a choice in members where it can have members, without what may be chance. */
function inParts(id: QuestionId, { choice }: LearnedChoice<JsonValue>): JsonValue {
  switch (id) {
    case 'deprecation-headers':
      return isJsonObject(choice) ? { ...noHeaders, ...choice } : choice === 'standard' ? standardHeaders : noHeaders;
    case 'www-authenticate':
      return { ...noChallenge, ...(choice === 'bearer' ? bearerChallenge : isJsonObject(choice) ? choice : {}) };
    case 'message-id-format':
      return idFormatInParts(choice);
    case 'created-at-format':
      return typeof choice === 'string' ? withoutOffset(choice) : choice;
    default:
      return choice;
  }
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

function isOfErrors(id: QuestionId): id is 'error-codes' | 'error-messages' {
  return id === 'error-codes' || id === 'error-messages';
}

function namesIn(id: QuestionId, ...profiles: readonly Profile[]): string[] {
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

/** Returns the code of a situation; undefined where it has one of two, and nothing shows which. */
function codeOf(situation: ErrorSituation, name: string, { questions }: Profile) {
  const { codes } = errorSituations[situation];
  const question = questionsOfStatus[situation];
  // A message of another type always gets 400 (§4.3).
  if (question === undefined || name === 'sendMessage content-type-wrong') return codes[0];
  const learned = questions[question];
  return codes.find((code) => learned?.origin === 'observed' && errorCatalogue[code].status === learned.choice);
}
