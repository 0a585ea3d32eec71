const MOST_CHARACTERS = 60;

/** Quotes a text in a message: on one line, and shortened if it is long. */
export function quote(text: string): string {
  return JSON.stringify(cut(text));
}

export function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Formats any value for a message: a string in quotes, a number unchanged, the kind of everything else. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return cut(String(value));
}

/** Line breaks, terminal control, changes of the writing direction (which disguise a text), and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
const UNPRINTABLE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;

/** Returns a text as one plain line: line breaks and control characters are escaped, such as `\u000a`. */
export function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, spellOut);
}

/** Like {@link oneLine}, but keeps line breaks and tabs. */
export function plainLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE_IN_LINES, spellOut);
}

function spellOut(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns a count with its noun: `1 pet`, `2 pets`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
