import { parse } from 'lossless-json';
import { parseNumberToken } from './exact-number.js';
import { isJsonObject, type JsonValue } from './json-value.js';
import { quote } from './quote.js';

export interface JsonRules {
  /** Levels of arrays and objects that are read; default 100. */
  readonly maxDepth?: number;
  /** Values, members and nested ones counted, that are read, give or take the empty ones; default: any number. */
  readonly maxValues?: number;
  /** What to do when an object has one key twice; default `refuse`. */
  readonly duplicateKeys?: 'refuse' | 'last-wins';
}

/** A text that is no JSON, or breaks the rules it was read with. `rule` names the rule, where one was broken. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly rule: keyof JsonRules | undefined;

  constructor(message: string, rule?: keyof JsonRules) {
    super(message);
    this.rule = rule;
  }
}

/** Reads JSON (RFC 8259) without rounding a number. Throws a {@link JsonError} that says what is wrong and where. */
export function parseJson(json: string, rules: JsonRules = {}): JsonValue {
  const text = withoutLongBlanks(json);
  const { maxDepth = 100, maxValues = Number.POSITIVE_INFINITY, duplicateKeys = 'refuse' } = rules;
  const { depth, members, values } = measure(text);
  if (depth > maxDepth) throw new JsonError(`the JSON is nested over ${maxDepth} levels deep`, 'maxDepth');
  if (values > maxValues) throw new JsonError(`the JSON holds over ${maxValues} values`, 'maxValues');
  const value = read(text, duplicateKeys);
  // The parser reports a repeated key only where the values differ; one member too many in the text gives the rest away.
  if (duplicateKeys === 'refuse' && members > countMembers(value)) {
    throw new JsonError('an object has one key twice', 'duplicateKeys');
  }
  return value;
}

const MANY_BLANKS = ' '.repeat(1_000);

/** The parser looks at blanks one by one, and slowly; between tokens thousands of them say no more than one. */
function withoutLongBlanks(text: string): string {
  if (!text.includes(MANY_BLANKS)) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', from)) {
    const end = endOfString(text, at);
    parts.push(shortened(text.slice(from, at)), text.slice(at, end));
    from = end;
  }
  return parts.join('') + shortened(text.slice(from));
}

function shortened(between: string): string {
  return between.replace(/[\t\n\r ]{2,}/g, ' ');
}

/** Answers the place behind the string that begins with the quote at `start`; the end of a text that never ends it. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

function read(text: string, duplicateKeys: 'refuse' | 'last-wins'): JsonValue {
  try {
    return parse(text, null, {
      parseNumber: parseNumberToken,
      onDuplicateKey: ({ key, newValue }) => {
        if (duplicateKeys === 'last-wins') return newValue;
        throw new JsonError(`an object has the key ${quote(key)} twice`, 'duplicateKeys');
      },
    }) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) throw new JsonError(error.message);
    throw error;
  }
}

/** Counts how deeply a text nests, and how many object members and values it has, whether it is sound JSON or not. */
function measure(text: string): { depth: number; members: number; values: number } {
  let level = 0;
  let depth = 0;
  let members = 0;
  let separators = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      depth = Math.max(depth, ++level);
      separators++;
    } else if (char === ',') separators++;
    else if (char === '}' || char === ']') level--;
    else if (char === ':') members++;
  }
  return { depth, members, values: separators + 1 };
}

function countMembers(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMembers(item), 0);
  if (!isJsonObject(value)) return 0;
  const values = Object.values(value);
  return values.reduce<number>((sum, item) => sum + countMembers(item), values.length);
}
