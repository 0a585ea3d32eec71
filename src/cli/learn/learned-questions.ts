import { cut, wrap } from '../../../contract-tests/report/terminal-text.js';
import { levels } from '../../exchange/transcript.js';
import type { LearnedChoice, Profile } from '../../fidelity/profile/profile.js';
import { formatChoice } from '../../fidelity/profile/write-profile.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { counted, oneLine } from '../../spec/quoting.js';
import type { Layout } from '../terminal.js';

/** An open question and its choice. */
export interface QuestionRow {
  readonly id: QuestionId;
  readonly learned: LearnedChoice<JsonValue>;
}

const ID_WIDTH = 22;
const LABEL_WIDTH = 7;
/** With less room beside the question, the choice stands below it. */
const LEAST_WIDTH = 20;
/** The profile has the whole choice. */
const MOST_CHARACTERS = 130;

/** Formats a question, its choice and its confidence in columns, with the note of one that was not observed below. */
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

/** Lists members that are more or less certain than the choice, and unknown ones. */
function confidenceOfMembers({ members = {}, unknown = {}, confidence }: LearnedChoice<JsonValue>): string[] {
  const others = Object.entries(members).filter(([, member]) => member.confidence !== confidence);
  const levels = [...new Set(others.map(([, member]) => member.confidence))];
  const told = levels.map((level) => {
    const names = others.filter(([, member]) => member.confidence === level).map(([name]) => name);
    return `${level}: ${names.join(', ')}`;
  });
  const missing = Object.keys(unknown).length === 0 ? [] : [`unknown: ${Object.keys(unknown).join(', ')}`];
  return [...told, ...missing].map(oneLine);
}

function shortened(text: string, width: number): string[] {
  return wrap(cut(text, MOST_CHARACTERS), width);
}

const MADE_UP_KEY = /^key \d+$/;

/** Formats a choice in one line; made-up records only by their fields. */
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

/** A response shows which check failed, and never the order of those that would have come after it. */
export const NOT_OBSERVABLE = 'no run can observe it, or none without harm';

const messageQuestions: readonly QuestionId[] = [
  'message-type-check',
  'message-success-status',
  'message-id-format',
  'created-at-format',
  'messages-rate-limited',
];

/** Returns what it takes to observe a question; undefined if only its note explains why it was not. */
export function howToObserve(
  id: QuestionId,
  { source: { level, kind }, limit }: Pick<Profile, 'source' | 'limit'>,
  { messagesUrl }: { readonly messagesUrl: string | undefined },
): string | undefined {
  const { observable } = openQuestions[id];
  if (observable === 'never' || id === 'order-of-checks') return NOT_OBSERVABLE;
  if (id === 'enterprise-limits') {
    return limit.plan === null || limit.plan === 'enterprise'
      ? 'needs --plan enterprise'
      : 'needs a key of the Enterprise plan';
  }
  if (kind === 'recording') return undefined;
  const wanted = observable === 'passive' ? 'read' : observable;
  const needed = [
    ...(levels.indexOf(wanted) > levels.indexOf(level ?? 'exhaust') ? [`--level ${wanted}`] : []),
    ...(messageQuestions.includes(id) && messagesUrl === undefined ? ['--messages-url <url>'] : []),
  ];
  return needed.length === 0 ? undefined : `needs ${needed.join(' and ')}`;
}
