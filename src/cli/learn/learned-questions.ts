import { besideOrBelow, columns, cut, wrap } from '../../../contract-tests/report/terminal-text.js';
import type { LearnedChoice } from '../../fidelity/profile/profile.js';
import { formatChoice } from '../../fidelity/profile/write-profile.js';
import { groupBy } from '../../spec/group-by.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import type { QuestionId } from '../../spec/open-questions.js';
import { counted, oneLine } from '../../spec/quoting.js';
import type { Layout } from '../terminal.js';

/** An open question and its choice. */
export interface QuestionRow {
  readonly id: QuestionId;
  readonly learned: LearnedChoice<JsonValue>;
}

const ID_WIDTH = 22;
const LABEL_WIDTH = 7;
/** The profile has the whole choice. */
const MOST_CHARACTERS = 130;

/** Formats a question, its confidence and its choice in columns, with the note of one that was not observed below. */
export function rowLines({ id, learned }: QuestionRow, { colors, width }: Layout, isExplained = false): string[] {
  const { confidence, origin, note, unknown = {} } = learned;
  const isPart = origin === 'observed' && Object.keys(unknown).length > 0;
  const paint = isPart ? colors.yellow : { certain: colors.green, likely: colors.yellow, none: colors.dim }[confidence];
  const label = origin === 'default' ? 'default' : isPart ? 'partly' : confidence;
  const notes = [...confidenceOfMembers(learned), ...(isExplained ? [oneLine(note)] : [])];
  const lines = besideOrBelow(id, ID_WIDTH, width - 3, (room) => {
    const shorten = (text: string) => wrap(cut(text, MOST_CHARACTERS), room - LABEL_WIDTH - 2);
    return columns(
      label,
      [...shorten(learnedChoiceText(learned)), ...notes.flatMap(shorten).map(colors.dim)],
      LABEL_WIDTH,
      paint,
    );
  });
  return lines.map((line) => `  ${line}`);
}

/** Lists members that are more or less certain than the choice, and unknown ones. */
function confidenceOfMembers({ members = {}, unknown = {}, confidence }: LearnedChoice<JsonValue>): string[] {
  const others = Object.entries(members).filter(([, member]) => member.confidence !== confidence);
  const names = groupBy(
    [...others, ...Object.keys(unknown).map((name) => [name, { confidence: 'unknown' }] as const)],
    ([, member]) => member.confidence,
  );
  return [...names].map(([label, own]) => oneLine(`${label}: ${own.map(([name]) => name).join(', ')}`));
}

const MADE_UP_KEY = /^key \d+$/;

/** Formats a choice in one line; made-up records only by their fields. */
function learnedChoiceText({ choice, unseen = [] }: Pick<LearnedChoice<JsonValue>, 'choice' | 'unseen'>): string {
  // What was not observed for one operation has the text of the others.
  const rest = unseen.filter((name) => !name.includes(' ')).length;
  const more = rest === 0 ? '' : `; ${rest} more at the default`;
  if (!isJsonObject(choice)) return oneLine(formatChoice(choice) + more);
  const observed = Object.fromEntries(Object.entries(choice).filter(([name]) => !unseen.includes(name)));
  const { records, envelope } = observed;
  if (Array.isArray(records)) return oneLine(textOfRecords(records, observed) + more);
  if (isJsonObject(envelope)) return oneLine(`orders of the fake; in ${envelope.field}${more}`);
  return oneLine((formatChoice(observed) || 'as the fake names them') + more);
}

function textOfRecords(records: readonly JsonValue[], { fromStock, envelope }: JsonObject): string {
  const names = new Set(
    records
      .filter(isJsonObject)
      .flatMap((record) => Object.keys(record))
      .filter((name) => !MADE_UP_KEY.test(name)),
  );
  const stock = isJsonObject(fromStock) ? `; ${Object.keys(fromStock).join(', ')} from the stock` : '';
  const place = isJsonObject(envelope) ? `; in ${envelope.field}` : envelope === 'list' ? '; in a list' : '';
  return `${counted(records.length, 'made-up record')} with ${[...names].join(', ') || 'no fields'}${stock}${place}`;
}
