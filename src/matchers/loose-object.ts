/** Tells whether a value may have fields. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Answers a field of any object, inherited ones included. */
export function fieldOf(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Says what kind of thing a value is, never what it holds. */
export function kindInWords(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
