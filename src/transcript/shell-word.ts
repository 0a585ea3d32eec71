/** Control and format characters, which a terminal or a reader's eye may take for something else, and broken surrogates. */
const TREACHEROUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Tells whether a text can stand in a line as it is. */
export function isPrintable(text: string): boolean {
  return text.search(TREACHEROUS) === -1;
}

export function withoutTreacherous(text: string): string {
  return text.replace(TREACHEROUS, '');
}

/** Writes a printable text as one word of a POSIX shell that stands for exactly this text. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes a command of a POSIX shell that prints exactly this text, whatever is in it. */
export function printCommand(text: string): string {
  const format = text.replace(/[\\%]/g, (character) => character + character).replace(TREACHEROUS, octalBytes);
  // `printf` of some shells would take a leading minus for an option.
  return `printf ${shellWord(format.replace(/^-/, '\\055'))}`;
}

function octalBytes(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
