import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.js';
import { answerInWords } from '../profile/answer-in-words.js';
import type { LearnedAnswer, Profile } from '../profile/profile.js';
import { openQuestions, type QuestionId, questionIds } from '../spec/open-questions.js';
import { levels } from '../transcript/transcript.js';
import { answersOf, followsFrom, inParts, isSeen, membersThatFollow } from './follow-ups.js';
import { onEachSide } from './on-each-side.js';
import { alike, different, type Outcome, uncompared } from './outcome.js';
import { compareShapeQuestion } from './shape-questions.js';

/**
 * How both sides answer what the document leaves open. Answers that are objects are compared by the members that both saw; what
 * only follows from another answer that differs is not told again. A member that a side was asked for and could not tell is told as
 * one that could not be compared.
 */
export function compareQuestions(left: Profile, right: Profile): Outcome[] {
  const first = questionIds.map((id) => compareQuestion(id, left, right, []));
  const changed = first.flatMap(({ is, id }) => (is === 'different' ? [id as QuestionId] : []));
  return questionIds.flatMap((id) => {
    const cause = followsFrom(id, changed, left, right);
    if (cause !== undefined) return [uncompared('question', id, `it follows from ${cause}, which differs`)];
    const leftOut = membersThatFollow(id, changed);
    return [compareQuestion(id, left, right, leftOut), ...untoldMembers(id, left, right, leftOut)];
  });
}

function compareQuestion(id: QuestionId, left: Profile, right: Profile, leftOut: readonly string[]): Outcome {
  const [one, other] = [left.questions[id], right.questions[id]] as readonly (LearnedAnswer<JsonValue> | undefined)[];
  if (one?.origin !== 'observed' || other?.origin !== 'observed')
    return uncompared('question', id, whyNot(id, left, right));
  const [first, second] = [inParts(id, one.answer), inParts(id, other.answer)];
  const byShape = compareShapeQuestion(id, left, right);
  if (byShape !== undefined) return byShape;
  if (!isJsonObject(first) || !isJsonObject(second)) {
    return inOrder(first) === inOrder(second)
      ? alike('question', id)
      : different('question', id, answerInWords(first), answerInWords(second));
  }
  const notSeen = [...(one.unseen ?? []), ...(other.unseen ?? [])];
  return compareObjects(
    id,
    answersOf(id, first, second, left),
    answersOf(id, second, first, right),
    (name) => isSeen(name, notSeen) && !leftOut.includes(name),
  );
}

function compareObjects(
  id: QuestionId,
  left: JsonObject,
  right: JsonObject,
  isCompared: (name: string) => boolean,
): Outcome {
  const both = Object.keys(left).filter((name) => Object.hasOwn(right, name) && isCompared(name));
  if (both.length === 0) return uncompared('question', id, 'no member of the answer was seen on both sides');
  const told = id === 'error-messages' ? withoutNumbers : inOrder;
  const changed = both.filter((name) => told(left[name]) !== told(right[name]));
  if (changed.length === 0) return alike('question', id);
  const only = (answer: JsonObject) =>
    answerInWords(Object.fromEntries(changed.map((name) => [name, answer[name] ?? null])));
  return different('question', id, only(left), only(right));
}

/** Members that were asked for on a side and could not be told there. */
function untoldMembers(id: QuestionId, left: Profile, right: Profile, leftOut: readonly string[]): Outcome[] {
  const [one, other] = [left, right].map(({ questions }) => questions[id]);
  if (one?.origin !== 'observed' || other?.origin !== 'observed') return [];
  const names = new Set([one, other].flatMap(({ untold = {} }) => Object.keys(untold)));
  return [...names]
    .filter((name) => !leftOut.includes(name))
    .map((name) => uncompared('question', `${id} ${name}`, onEachSide(one.untold?.[name], other.untold?.[name])));
}

function whyNot(id: QuestionId, left: Profile, right: Profile): string {
  if (openQuestions[id].observable === 'never') return 'no run can show it';
  return onEachSide(whyUnseen(id, left), whyUnseen(id, right));
}

function whyUnseen(id: QuestionId, { questions, source }: Profile): string | undefined {
  const learned = questions[id];
  if (learned === undefined) return 'the profile does not tell';
  if (learned.origin === 'observed') return undefined;
  const { observable } = openQuestions[id];
  const order: readonly string[] = levels;
  const isTooLow = order.indexOf(source.level ?? 'exhaust') < order.indexOf(observable);
  return isTooLow ? `it takes level ${observable}` : learned.note;
}

/** The numbers of a text are of its moment: how long to wait, which request it was. */
function withoutNumbers(text: JsonValue | undefined): string {
  return inOrder(text).replace(/(?<!\w)-?\d+|\d+/g, '0');
}

/** Writes a value so that equal ones are written alike, in whatever order their members came. */
function inOrder(value: JsonValue | undefined): string {
  return JSON.stringify(value, (_, item: JsonValue) =>
    isJsonObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );
}
