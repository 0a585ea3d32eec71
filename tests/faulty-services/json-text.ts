/** What bodies are made of. A bigint is an integer of any size, written digit by digit. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** Writes JSON; `JSON.stringify` knows no bigint. */
export function jsonText(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}:${jsonText(each)}`)
    .join(',')}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
