import { LosslessNumber } from 'lossless-json';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { parseUrl } from '../../spec/parse-url.js';
import type { Reading } from '../reading.js';

/** What is shorter is too often a word or a number of the service's own. */
const SHORTEST_WORD = 3;
const SHORTEST_NUMBER = 2;
const DOCUMENTED_FIELDS = ['quantity', 'message'];

/** Answers what a text would have from the request that it answers, or from its own moment. */
export function wordsOfRequest({ exchange, sent, sentType, operation, status, header }: Reading): string[] {
  const { method, url } = exchange.request;
  const { pathname = '', searchParams = [] } = parseUrl(url) ?? {};
  const type = sentType === undefined || sentType === 'application/json' ? [] : [sentType];
  const values = sent.kind === 'json' ? leavesOf(sent.value) : { words: [], numbers: [], fields: [] };
  const address = operation === undefined ? [method, pathname, pathname.split('/').at(-1) ?? ''] : [pathname];
  const wait = header('retry-after') ?? '';
  return [
    ...address.filter((word) => word.length >= SHORTEST_WORD),
    ...[...searchParams].flat(),
    ...type,
    ...values.words,
    ...values.numbers.filter((number) => number !== String(status)),
    ...values.fields.filter((field) => !DOCUMENTED_FIELDS.includes(field)),
    ...(wait.length >= SHORTEST_NUMBER ? [wait] : []),
  ];
}

interface Leaves {
  readonly words: string[];
  readonly numbers: string[];
  readonly fields: string[];
}

/** A loop with a list of its own: a body may be nested deeper than the stack. */
function leavesOf(value: JsonValue): Leaves {
  const leaves: Leaves = { words: [], numbers: [], fields: [] };
  const left = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Array.isArray(next)) for (const item of next) left.push(item);
    else if (isJsonObject(next)) {
      for (const [field, item] of Object.entries(next)) {
        leaves.fields.push(field);
        left.push(item);
      }
    } else if (typeof next === 'string') {
      if (next.trim().length >= SHORTEST_WORD) leaves.words.push(next.trim());
    } else if (typeof next === 'number' || next instanceof LosslessNumber) {
      if (String(next).length >= SHORTEST_NUMBER) leaves.numbers.push(String(next));
    }
  }
  return leaves;
}
