import { bearerChallenge } from '../../spec/bearer.js';
import type { ErrorCode, ErrorSituation } from '../../spec/behaviour.js';
import { errorCatalogue, errorSituations } from '../../spec/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import type { QuestionId } from '../../spec/open-questions.js';
import { type OperationId, operationErrors } from '../../spec/operations.js';
import type { Profile } from '../profile/profile.js';

/** Questions whose answer shows in what another question is about: when that one differs, nothing is known of these. */
const followUps: { readonly [Id in QuestionId]?: readonly QuestionId[] } = {
  // The date is read from the headers.
  'sunset-date': ['deprecation-headers'],
};

/** Questions that a deployment may have no answer of its own to: where it answers as it does this other one, that is the cause. */
const answeredAlike: { readonly [Id in QuestionId]?: QuestionId } = {
  'head-requests': 'unknown-method',
  'plain-options': 'unknown-method',
};

/** Errors that only show, or show otherwise, where a question is answered in one way; with the one operation that it is about. */
const errorsThatFollow: { readonly [Id in QuestionId]?: readonly ErrorThatFollows[] } = {
  'malformed-pet-id': [{ name: 'pet-id-malformed' }],
  'update-content-type': [
    { name: 'content-type-wrong', operation: 'updateInventory' },
    { name: 'unsupported_media_type' },
  ],
  'extra-body-fields': [{ name: 'field-unknown' }],
  'message-type-check': [{ name: 'field-wrong', operation: 'sendMessage' }],
  'quantity-range': [{ name: 'field-out-of-range' }],
  'unknown-method': [{ name: 'method_not_allowed' }],
  'head-requests': [{ name: 'method_not_allowed' }],
  'plain-options': [{ name: 'method_not_allowed' }],
  'duplicate-keys': [{ name: 'body-malformed' }],
  'byte-order-mark': [{ name: 'body-malformed' }],
  'nesting-limit': [{ name: 'body-malformed' }],
  'body-limit': [{ name: 'payload_too_large' }],
};

interface ErrorThatFollows {
  readonly name: ErrorCode | ErrorSituation;
  readonly operation?: OperationId;
}

/** Returns the changed question from which the answer to this one follows, if one does. */
export function followsFrom(
  id: QuestionId,
  changed: readonly QuestionId[],
  left: Profile,
  right: Profile,
): QuestionId | undefined {
  const cause = followUps[id]?.find((each) => changed.includes(each));
  if (cause !== undefined) return cause;
  const other = answeredAlike[id];
  const isAlike = ({ questions }: Profile) => other !== undefined && questions[id]?.choice === questions[other]?.choice;
  return other !== undefined && changed.includes(other) && isAlike(left) && isAlike(right) ? other : undefined;
}

/** Returns the members of an answer that follow from questions that changed. */
export function membersThatFollow(id: QuestionId, changed: readonly QuestionId[]): string[] {
  if (!isOfErrors(id)) return [];
  const following = changed.flatMap((cause) => errorsThatFollow[cause] ?? []);
  return following.flatMap(({ name, operation }) => [
    name,
    ...operationErrors.filter((each) => each === `${operation ?? each.split(' ', 1)[0]} ${name}`),
  ]);
}

/** The headers of a deprecation that are not named are not sent; members of other answers that are not named were not seen. */
const unsent: { readonly [Id in QuestionId]?: JsonObject } = {
  'deprecation-headers': { Deprecation: 'not there', Sunset: 'not there', Link: 'not there' },
  'www-authenticate': { missing: 'not there', wrong: 'not there' },
  'message-id-format': { prefix: 'none' },
};

/** Returns an answer in parts, where one word stands for several that may be seen by themselves. */
export function inParts(id: QuestionId, choice: JsonValue): JsonValue {
  if (id === 'message-id-format' || id === 'created-at-format') return withoutChance(id, choice);
  if (id !== 'www-authenticate') return choice;
  return choice === 'bearer' ? bearerChallenge : choice === 'none' ? {} : choice;
}

/**
 * Returns the members of an answer that can be compared with the other side's: those that tell something by not being there, too.
 * The questions are those of the same side.
 */
export function comparableMembers(
  id: QuestionId,
  choice: JsonObject,
  other: JsonObject,
  { questions }: Pick<Profile, 'questions'>,
): JsonObject {
  return { ...unsent[id], ...(isOfErrors(id) && inParticular(choice, other, questions)), ...choice };
}

function isOfErrors(id: QuestionId): boolean {
  return id === 'error-codes' || id === 'error-messages';
}

/**
 * What is told of a code holds in each of its situations, and what is told of a situation at each operation: of these the other side
 * may have told by themselves.
 */
function inParticular(choice: JsonObject, other: JsonObject, questions: Profile['questions']): JsonObject {
  const told = Object.keys(other).flatMap((name) => {
    const situation = situationIn(name);
    if (situation === undefined) return [];
    const code = codeOf(situation, questions, name);
    const text = (name === situation ? undefined : choice[situation]) ?? (code && choice[code]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(told);
}

/** Returns whether a member was seen by itself: one of a single operation was not where its situation was not. */
export function isSeen(name: string, unseen: readonly string[]): boolean {
  const situation = situationIn(name);
  return !unseen.includes(name) && (situation === undefined || !unseen.includes(situation));
}

function situationIn(name: string): ErrorSituation | undefined {
  const situation = name.slice(name.indexOf(' ') + 1);
  return Object.hasOwn(errorSituations, situation) ? (situation as ErrorSituation) : undefined;
}

/** Which status these are refused with. */
const questionsOfStatus: { readonly [Situation in ErrorSituation]?: QuestionId } = {
  'pet-id-malformed': 'malformed-pet-id',
  'content-type-wrong': 'update-content-type',
};

/** Returns the code of a situation; undefined where it has one of two, and nothing shows which. */
function codeOf(situation: ErrorSituation, questions: Profile['questions'], name: string): ErrorCode | undefined {
  const { codes } = errorSituations[situation];
  const question = questionsOfStatus[situation];
  // A message of another type is always refused with 400 (§4.3).
  if (question === undefined || name === 'sendMessage content-type-wrong') return codes[0];
  const learned = questions[question];
  return codes.find((code) => learned?.origin === 'observed' && errorCatalogue[code].status === learned.choice);
}

/**
 * Returns how texts of messages are written, without what may be chance: that no id held a sign, how many zeros at its end a fraction
 * had, and which offset there was that day.
 */
export function withoutChance(id: 'message-id-format' | 'created-at-format', choice: JsonValue): JsonValue {
  if (id === 'message-id-format') {
    if (!isJsonObject(choice)) return { characters: choice };
    return choice.characters === 'base62' ? { ...choice, characters: 'base64url' } : choice;
  }
  if (typeof choice !== 'string') return choice;
  return choice
    .replace(/[+-]\d{2}(:?)(\d{2})?$/, (_, colon: string, minutes?: string) => (minutes ? `+00${colon}00` : '+00'))
    .replace(/([.,])(0+)/, (_, sign: string, zeros: string) => sign + '0'.repeat(Math.ceil(zeros.length / 3) * 3));
}
