const MOST_CHARACTERS = 60;

/** Quotes somebody's text in a message: in one line, and cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(cut(text));
}

/** Cuts a text for a message where it is long. */
export function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Writes any value for a message: a text in quotes, a number as it is, of everything else its kind. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return cut(String(value));
}

/** Breaks lines, steers a terminal, turns the direction of writing (it makes a text read as another), or is half a character. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
const UNPRINTABLE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;

/** Writes a text as one plain line: what breaks lines or steers a terminal is spelled out, such as `\u000a`. */
export function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, spellOut);
}

/** Does the same, but leaves its lines and tabs. */
export function plainLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE_IN_LINES, spellOut);
}

function spellOut(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes a number of things: `1 pet`, `2 pets`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
