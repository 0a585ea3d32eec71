/** Writes a text as one plain line: what breaks lines or steers a terminal is spelled out, such as `\u000a`. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
