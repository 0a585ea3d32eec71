import { integerOf, LosslessNumber, parseNumberToken } from './exact-number.js';
import { quote } from './quoting.js';

/** A parsed JSON value without rounded numbers: a number that a double cannot represent stays a `LosslessNumber`. */
export type JsonValue = null | boolean | string | number | LosslessNumber | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** Returns whether a value is a JSON object: not an array, null or a `LosslessNumber`. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** Returns a value without the `$schema` at its top, which is for editors. */
export function withoutSchema(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || typeof value.$schema !== 'string') return value;
  const { $schema: _, ...rest } = value;
  return rest;
}

/** What was read is subtracted; of a text that could not be read whole, nothing. */
export interface ValueBudget {
  left: number;
}

export interface JsonRules {
  /** The maximum nesting of arrays and objects; default 100. */
  readonly maxDepth?: number;
  /** How many values may be read, nested ones included; default: any number. Several texts can share one budget. */
  readonly values?: ValueBudget;
  /** What to do if an object has a duplicate key; default `reject`. */
  readonly duplicateKeys?: 'reject' | 'last-wins';
}

/** A text that is not JSON, or violates the rules of the parser. Its message may repeat a key or one character of the text. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly rule: keyof JsonRules | undefined;

  constructor(message: string, rule?: keyof JsonRules) {
    super(message);
    this.rule = rule;
  }
}

/** Parses JSON (RFC 8259) without rounding numbers. Throws a {@link JsonError} that names the problem and its position. */
export function parseJson(text: string, rules: JsonRules = {}): JsonValue {
  return new Parser(text, rules).parse();
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Parser {
  readonly #text: string;
  readonly #rules: Required<JsonRules>;
  #at = 0;
  #depth = 0;
  #valuesLeft: number;

  constructor(text: string, rules: JsonRules) {
    this.#text = text;
    this.#rules = { maxDepth: 100, values: { left: Number.POSITIVE_INFINITY }, duplicateKeys: 'reject', ...rules };
    this.#valuesLeft = this.#rules.values.left;
  }

  parse(): JsonValue {
    const value = this.#value();
    if (this.#peek() !== '') throw this.#unexpected('the end');
    this.#rules.values.left = this.#valuesLeft;
    return value;
  }

  /** Skips blanks. Returns the next character, an empty text at the end. */
  #peek(): string {
    let char = this.#text.charAt(this.#at);
    while (char === ' ' || char === '\n' || char === '\r' || char === '\t') char = this.#text.charAt(++this.#at);
    return char;
  }

  #value(): JsonValue {
    if (--this.#valuesLeft < 0) throw new JsonError(`the JSON holds over ${this.#rules.values.left} values`, 'values');
    switch (this.#peek()) {
      case '"':
        return this.#string();
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(): JsonObject {
    const object: JsonObject = {};
    if (this.#opens('}')) return object;
    do {
      if (this.#peek() !== '"') throw this.#unexpected('a key in double quotes');
      const key = this.#string();
      if (this.#peek() !== ':') throw this.#unexpected('a colon');
      this.#at++;
      if (this.#rules.duplicateKeys === 'reject' && Object.hasOwn(object, key)) {
        throw new JsonError(`an object has the key ${quote(key)} twice`, 'duplicateKeys');
      }
      const value = this.#value();
      if (key === '__proto__') {
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      } else object[key] = value;
    } while (this.#continues('}'));
    return object;
  }

  #array(): JsonValue[] {
    if (this.#opens(']')) return [];
    const array = [this.#value()];
    while (this.#continues(']')) array.push(this.#value());
    return array;
  }

  #opens(end: string): boolean {
    this.#at++;
    if (++this.#depth > this.#rules.maxDepth) {
      throw new JsonError(`the JSON is nested over ${this.#rules.maxDepth} levels deep`, 'maxDepth');
    }
    return this.#peek() === end && !this.#continues(end);
  }

  #continues(end: string): boolean {
    const char = this.#peek();
    if (char !== end && char !== ',') throw this.#unexpected(`a comma or "${end}"`);
    this.#at++;
    if (char === end) this.#depth--;
    return char === ',';
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let end = start + 1;
    for (let char = text.charAt(end); char !== '"'; char = text.charAt(++end)) {
      if (char === '\\') end++;
      else if (char < ' ') {
        this.#at = Math.min(end, text.length);
        throw this.#unexpected('the end of a string');
      }
    }
    this.#at = end + 1;
    try {
      return JSON.parse(text.slice(start, end + 1)) as string;
    } catch {
      throw new JsonError(`the string at position ${start} holds an invalid escape`);
    }
  }

  #number(): number | LosslessNumber {
    NUMBER.lastIndex = this.#at;
    const [token] = NUMBER.exec(this.#text) ?? [];
    if (token === undefined) throw this.#unexpected('a value');
    this.#at += token.length;
    return parseNumberToken(token);
  }

  #word<Value extends boolean | null>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected('a value');
    this.#at += word.length;
    return value;
  }

  #unexpected(expected: string): JsonError {
    const code = this.#text.codePointAt(this.#at);
    const got = code === undefined ? 'the text ends' : `there is ${quote(String.fromCodePoint(code))}`;
    return new JsonError(`${expected} is expected at position ${this.#at}, but ${got}`);
  }
}

/** Writes JSON with every number as it was parsed, and every bigint as a number; on one line without `indent`. */
export function writeJson(value: unknown, indent = ''): string {
  return write(value, indent, indent === '' ? '' : '\n') ?? 'null';
}

/** Returns undefined for what JSON leaves out. `lineBreak`: a line's end, and the indentation of the line after it. */
function write(value: unknown, indent: string, lineBreak: string): string | undefined {
  if (typeof value === 'bigint' || value instanceof LosslessNumber) return String(value);
  if (typeof value !== 'object' || value === null || hasOwnForm(value)) return JSON.stringify(value);
  const inner = lineBreak + indent;
  if (Array.isArray(value)) {
    const items = value.map((item) => write(item, indent, inner) ?? 'null');
    return items.length === 0 ? '[]' : `[${inner}${items.join(`,${inner}`)}${lineBreak}]`;
  }
  const colon = indent === '' ? ':' : ': ';
  const members: string[] = [];
  for (const [key, part] of Object.entries(value)) {
    const written = write(part, indent, inner);
    if (written !== undefined) members.push(`${JSON.stringify(key)}${colon}${written}`);
  }
  return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${lineBreak}}`;
}

function hasOwnForm(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** Parses trusted JSON for users of plain values: an integer that a number would round becomes a bigint. Throws if it is not JSON. */
export function readExactJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return plainValue(parseJson(text, { maxDepth: Number.POSITIVE_INFINITY, duplicateKeys: 'last-wins' }));
}

function plainValue(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) return integerOf(value) ?? Number(value.value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainValue(part)]));
}
