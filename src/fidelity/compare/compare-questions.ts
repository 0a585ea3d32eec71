import { levels } from '../../exchange/transcript.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import { openQuestions, type QuestionId, questionIds } from '../../spec/open-questions.js';
import type { LearnedChoice, Place, Profile, Shape } from '../profile/profile.js';
import { formatChoice } from '../profile/write-profile.js';
import { compareMembers, type FieldComparison, NOT_THERE, shareType, typesOf } from './compare-shapes.js';
import { alike, type ComparisonItem, different, formatSides, uncompared } from './comparison.js';
import { comparableMembers, followsFrom, inParts, isSeen, membersThatFollow } from './follow-ups.js';

/**
 * How both sides answer what the document leaves open. Answers that are objects are compared by the members that both saw; what
 * only follows from another answer that differs is not told again. A member that a side was asked for and could not tell is told as
 * one that could not be compared.
 */
export function compareQuestions(left: Profile, right: Profile): ComparisonItem[] {
  const first = questionIds.map((id) => compareQuestion(id, left, right, []));
  const changed = first.flatMap(({ is, id }) => (is === 'different' ? [id as QuestionId] : []));
  return questionIds.flatMap((id) => {
    const cause = followsFrom(id, changed, left, right);
    if (cause !== undefined) return [uncompared('question', id, `it follows from ${cause}, which differs`)];
    const leftOut = membersThatFollow(id, changed);
    return [compareQuestion(id, left, right, leftOut), ...inconclusiveMembers(id, left, right, leftOut)];
  });
}

function compareQuestion(id: QuestionId, left: Profile, right: Profile, leftOut: readonly string[]): ComparisonItem {
  const [one, other] = [left.questions[id], right.questions[id]] as readonly (LearnedChoice<JsonValue> | undefined)[];
  if (one?.origin !== 'observed' || other?.origin !== 'observed')
    return uncompared('question', id, whyNot(id, left, right));
  const [first, second] = [inParts(id, one.choice), inParts(id, other.choice)];
  const byShape = compareShapeQuestion(id, left, right);
  if (byShape !== undefined) return byShape;
  if (!isJsonObject(first) || !isJsonObject(second)) {
    return inOrder(first) === inOrder(second)
      ? alike('question', id)
      : different('question', id, formatChoice(first), formatChoice(second));
  }
  const notSeen = [...(one.unseen ?? []), ...(other.unseen ?? [])];
  return compareObjects(
    id,
    comparableMembers(id, first, second, left),
    comparableMembers(id, second, first, right),
    (name) => isSeen(name, notSeen) && !leftOut.includes(name),
  );
}

function compareObjects(
  id: QuestionId,
  left: JsonObject,
  right: JsonObject,
  isCompared: (name: string) => boolean,
): ComparisonItem {
  const both = Object.keys(left).filter((name) => Object.hasOwn(right, name) && isCompared(name));
  if (both.length === 0) return uncompared('question', id, 'no member of the answer was seen on both sides');
  const told = id === 'error-messages' ? withoutNumbers : inOrder;
  const changed = both.filter((name) => told(left[name]) !== told(right[name]));
  if (changed.length === 0) return alike('question', id);
  const only = (choice: JsonObject) =>
    formatChoice(Object.fromEntries(changed.map((name) => [name, choice[name] ?? null])));
  return different('question', id, only(left), only(right));
}

/** Members that were asked for on a side and could not be told there. */
function inconclusiveMembers(
  id: QuestionId,
  left: Profile,
  right: Profile,
  leftOut: readonly string[],
): ComparisonItem[] {
  const [one, other] = [left, right].map(({ questions }) => questions[id]);
  if (one?.origin !== 'observed' || other?.origin !== 'observed') return [];
  const names = new Set([one, other].flatMap(({ unknown = {} }) => Object.keys(unknown)));
  return [...names]
    .filter((name) => !leftOut.includes(name))
    .map((name) => uncompared('question', `${id} ${name}`, formatSides(one.unknown?.[name], other.unknown?.[name])));
}

function whyNot(id: QuestionId, left: Profile, right: Profile): string {
  if (openQuestions[id].observable === 'never') return 'no run can show it';
  return formatSides(whyUnseen(id, left), whyUnseen(id, right));
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

/** Where the shape shows that an open question asks for. */
export const shapeQuestions: { readonly [At in Place]?: QuestionId } = {
  'getPet 200': 'pet-shape',
  'listOrders 200': 'order-shape',
};

/**
 * The fields of pets and orders, which the document does not show. The records of a profile are made up: what is compared are
 * the shapes that they were made from. Undefined for other questions, and where a side has no shape.
 */
function compareShapeQuestion(id: QuestionId, left: Profile, right: Profile): ComparisonItem | undefined {
  const place = (Object.keys(shapeQuestions) as Place[]).find((each) => shapeQuestions[each] === id);
  const [one, other] = [place && left.responses[place], place && right.responses[place]];
  if (one?.body.kind !== 'json' || other?.body.kind !== 'json') return undefined;
  const [shape, twin] = [one.body.schema, other.body.schema];
  if (!shareType(shape, twin)) return different('question', id, wholeInWords(shape), wholeInWords(twin));
  const sightings = Math.min(one.count, other.count);
  const isOneRecord = one.isOneRecord === true || other.isOneRecord === true;
  const members = compareMembers(shape, twin, { isMixed: false, isRare: false, isOneRecord });
  const changed = members.filter(({ atLeast }) => atLeast !== undefined && atLeast <= sightings);
  if (changed.length > 0) {
    return different('question', id, fieldsInWords(changed, 'left'), fieldsInWords(changed, 'right'));
  }
  const isThin = members.length === 0 || members.every(({ atLeast }) => atLeast !== undefined);
  return isThin ? uncompared('question', id, 'no field was seen on both sides') : alike('question', id);
}

/** Names the fields that a side has, of those that differ. */
function fieldsInWords(changed: readonly FieldComparison[], side: 'left' | 'right'): string {
  const own = changed.filter((member) => member[side] !== NOT_THERE);
  const fields = own.map((member) => `${member.pointer.replace(/^\/items(?=\/)/, '').slice(1)}: ${member[side]}`);
  return fields.length === 0 ? 'nothing more' : fields.join(', ');
}

/** Such as `array of object with id, total`. */
function wholeInWords(shape: Shape): string {
  const names = Object.keys(shape.properties ?? {});
  const fields = names.length === 0 ? '' : ` with ${names.join(', ')}`;
  return `${typesOf(shape)}${fields}${shape.items === undefined ? '' : ` of ${wholeInWords(shape.items)}`}`;
}
