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
