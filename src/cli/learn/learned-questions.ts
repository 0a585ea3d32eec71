import { cut, wrap } from '../../../contract-tests/report/terminal-text.js';
import { levels } from '../../exchange/transcript.js';
import type { LearnedChoice, Profile } from '../../fidelity/profile/profile.js';
import { formatChoice } from '../../fidelity/profile/write-profile.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { counted, oneLine } from '../../spec/quoting.js';
import type { Layout } from '../terminal.js';

/** How an open question is answered. */
export interface QuestionRow {
  readonly id: QuestionId;
  readonly learned: LearnedChoice<JsonValue>;
}

const ID_WIDTH = 22;
const LABEL_WIDTH = 7;
/** Where no more is left beside the question, the answer stands below it. */
const LEAST_WIDTH = 20;
/** The whole of an answer stands in the profile. */
const MOST_CHARACTERS = 130;

/** Tells a question, its answer and how sure that is, in columns; the note of one that was not seen below it. */
export function rowLines({ id, learned }: QuestionRow, { colors, columns }: Layout, isExplained = false): string[] {
  const { confidence, origin, note, unknown = {} } = learned;
  const isPart = origin === 'observed' && Object.keys(unknown).length > 0;
  const paint = isPart ? colors.yellow : { certain: colors.green, likely: colors.yellow, none: colors.dim }[confidence];
  const label = paint(origin === 'default' ? 'default' : isPart ? 'partly' : confidence);
  const notes = [...confidenceOfMembers(learned), ...(isExplained ? [oneLine(note)] : [])];

  const beside = columns - 1 - ID_WIDTH - LABEL_WIDTH - 6;
  const isBeside = beside >= LEAST_WIDTH;
  const width = isBeside ? beside : columns - 5;
  const indent = ' '.repeat(isBeside ? ID_WIDTH + 4 : 4);
  const [first = '', ...others] = shortened(learnedChoiceText(learned), width);
  const start = isBeside
    ? [`  ${id.padEnd(ID_WIDTH)}  ${first.padEnd(width + first.length - [...first].length)}  ${label}`]
    : [`  ${id.padEnd(columns - LABEL_WIDTH - 5)}  ${label}`, `${indent}${first}`];
  const below = notes.flatMap((text) => shortened(text, width)).map(colors.dim);
  return [...start, ...[...others, ...below].map((line) => `${indent}${line}`)];
}

/** Members that were seen less often, or more often, than the answer, and those that could not be told. */
function confidenceOfMembers({ members = {}, unknown = {}, confidence }: LearnedChoice<JsonValue>): string[] {
  const others = Object.entries(members).filter(([, member]) => member.confidence !== confidence);
  const levels = [...new Set(others.map(([, member]) => member.confidence))];
  const told = levels.map((level) => {
    const names = others.filter(([, member]) => member.confidence === level).map(([name]) => name);
    return `${level}: ${names.join(', ')}`;
  });
  const missing = Object.keys(unknown).length === 0 ? [] : [`not told: ${Object.keys(unknown).join(', ')}`];
  return [...told, ...missing].map(oneLine);
}

function shortened(text: string, width: number): string[] {
  return wrap(cut(text, MOST_CHARACTERS), width);
}

const MADE_UP_KEY = /^key \d+$/;

/** Writes the answer to an open question in one line for people; of made-up records only what they are. */
function learnedChoiceText({ choice, unseen = [] }: Pick<LearnedChoice<JsonValue>, 'choice' | 'unseen'>): string {
  const text = isJsonObject(choice) ? textOfParts(observedParts(choice, unseen)) : formatChoice(choice);
  // What one operation was not asked for has the text of the others.
  const rest = unseen.filter((name) => !name.includes(' ')).length;
  return oneLine(text + (rest === 0 ? '' : `; ${rest} more at the default`));
}

function observedParts(choice: JsonObject, unseen: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(choice).filter(([name]) => !unseen.includes(name)));
}

function textOfParts(choice: JsonObject): string {
  const { records, fromStock, envelope } = choice;
  if (Array.isArray(records)) return textOfRecords(records.filter(isJsonObject), fromStock, envelope);
  if (isJsonObject(envelope)) return `orders of the fake; in ${envelope.field}`;
  return formatChoice(choice) || 'as the fake names them';
}

function textOfRecords(
  records: readonly JsonObject[],
  fromStock: JsonValue | undefined,
  envelope: JsonValue | undefined,
): string {
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const fields = keys.filter((name) => !MADE_UP_KEY.test(name));
  const told = [
    ...fields.map((name) => (records.every((record) => Object.hasOwn(record, name)) ? name : `${name}?`)),
    ...(fields.length < keys.length ? ['keys that are data'] : []),
  ];
  const stock = isJsonObject(fromStock) ? `; ${Object.keys(fromStock).join(', ')} from the stock` : '';
  const place = isJsonObject(envelope) ? `; in ${envelope.field}` : envelope === 'list' ? '; in a list' : '';
  return `${counted(records.length, 'made-up record')} with ${told.join(', ') || 'no fields'}${stock}${place}`;
}

/** An answer shows which check failed, and never the order of those that would have come after it. */
export const NOT_OBSERVABLE = 'no run can show it, or none without harm';

const messageQuestions: readonly QuestionId[] = [
  'message-type-check',
  'message-success-status',
  'message-id-format',
  'created-at-format',
  'messages-rate-limited',
];

/** Says what would show how a deployment answers a question that was not seen; undefined where only its note tells. */
export function howToObserve(
  id: QuestionId,
  { source: { level, kind }, limit }: Pick<Profile, 'source' | 'limit'>,
  { messagesUrl }: { readonly messagesUrl: string | undefined },
): string | undefined {
  const { observable } = openQuestions[id];
  if (observable === 'never' || id === 'order-of-checks') return NOT_OBSERVABLE;
  if (id === 'enterprise-limits') {
    return limit.plan === null || limit.plan === 'enterprise'
      ? 'it takes --plan enterprise'
      : 'it takes a key of the Enterprise plan';
  }
  if (kind === 'recording') return undefined;
  const wanted = observable === 'passive' ? 'read' : observable;
  const needed = [
    ...(levels.indexOf(wanted) > levels.indexOf(level ?? 'exhaust') ? [`--level ${wanted}`] : []),
    ...(messageQuestions.includes(id) && messagesUrl === undefined ? ['--messages-url <url>'] : []),
  ];
  return needed.length === 0 ? undefined : `it takes ${needed.join(' and ')}`;
}
