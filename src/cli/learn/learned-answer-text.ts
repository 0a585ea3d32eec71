import { counted } from '../../json/counted.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.js';
import { oneLine } from '../../json/one-line.js';
import { answerInWords } from '../../profile/answer-in-words.js';
import type { LearnedAnswer } from '../../profile/profile.js';

const MADE_UP_KEY = /^key \d+$/;

/** Writes the answer to an open question in one line for people; of made-up records only what they are. */
export function learnedAnswerText({
  answer,
  unseen = [],
}: Pick<LearnedAnswer<JsonValue>, 'answer' | 'unseen'>): string {
  const text = isJsonObject(answer) ? textOfParts(withoutUnseen(answer, unseen)) : answerInWords(answer);
  // What one operation was not asked for has the text of the others.
  const rest = unseen.filter((name) => !name.includes(' ')).length;
  return oneLine(text + (rest === 0 ? '' : `; ${rest} more at the default`));
}

function withoutUnseen(answer: JsonObject, unseen: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !unseen.includes(name)));
}

function textOfParts(answer: JsonObject): string {
  const { records, fromStock, envelope } = answer;
  if (Array.isArray(records)) return textOfRecords(records.filter(isJsonObject), fromStock, envelope);
  if (isJsonObject(envelope)) return `orders of the fake; in ${envelope.field}`;
  return answerInWords(answer) || 'as the fake names them';
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
