import { cut, wrap } from '../../../contract-tests/report/wrap.js';
import type { JsonValue } from '../../json/json-value.js';
import { oneLine } from '../../json/one-line.js';
import type { LearnedAnswer } from '../../profile/profile.js';
import type { QuestionId } from '../../spec/open-questions.js';
import type { Layout } from '../layout.js';
import { learnedAnswerText } from './learned-answer-text.js';

/** How an open question is answered. */
export interface Row {
  readonly id: QuestionId;
  readonly learned: LearnedAnswer<JsonValue>;
}

const ID_WIDTH = 22;
const LABEL_WIDTH = 7;
/** Where no more is left beside the question, the answer stands below it. */
const LEAST_WIDTH = 20;
/** The whole of an answer stands in the profile. */
const MOST_CHARACTERS = 130;

/** Tells a question, its answer and how sure that is, in columns; the note of one that was not seen below it. */
export function rowLines({ id, learned }: Row, { colors, columns }: Layout, isExplained = false): string[] {
  const { confidence, origin, note, untold = {} } = learned;
  const isPart = origin === 'observed' && Object.keys(untold).length > 0;
  const paint = isPart ? colors.yellow : { certain: colors.green, likely: colors.yellow, none: colors.dim }[confidence];
  const label = paint(origin === 'default' ? 'default' : isPart ? 'partly' : confidence);
  const notes = [...surenessOfMembers(learned), ...(isExplained ? [oneLine(note)] : [])];

  const beside = columns - 1 - ID_WIDTH - LABEL_WIDTH - 6;
  const isBeside = beside >= LEAST_WIDTH;
  const width = isBeside ? beside : columns - 5;
  const indent = ' '.repeat(isBeside ? ID_WIDTH + 4 : 4);
  const [first = '', ...others] = shortened(learnedAnswerText(learned), width);
  const start = isBeside
    ? [`  ${id.padEnd(ID_WIDTH)}  ${first.padEnd(width + first.length - [...first].length)}  ${label}`]
    : [`  ${id.padEnd(columns - LABEL_WIDTH - 5)}  ${label}`, `${indent}${first}`];
  const below = notes.flatMap((text) => shortened(text, width)).map(colors.dim);
  return [...start, ...[...others, ...below].map((line) => `${indent}${line}`)];
}

/** Members that were seen less often, or more often, than the answer, and those that could not be told. */
function surenessOfMembers({ members = {}, untold = {}, confidence }: LearnedAnswer<JsonValue>): string[] {
  const others = Object.entries(members).filter(([, member]) => member.confidence !== confidence);
  const levels = [...new Set(others.map(([, member]) => member.confidence))];
  const told = levels.map((level) => {
    const names = others.filter(([, member]) => member.confidence === level).map(([name]) => name);
    return `${level}: ${names.join(', ')}`;
  });
  const missing = Object.keys(untold).length === 0 ? [] : [`not told: ${Object.keys(untold).join(', ')}`];
  return [...told, ...missing].map(oneLine);
}

function shortened(text: string, width: number): string[] {
  return wrap(cut(text, MOST_CHARACTERS), width);
}
