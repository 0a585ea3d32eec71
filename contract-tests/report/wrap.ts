/** Breaks a line of words into lines of so many characters at most; a word that is longer is cut into pieces. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Cuts a text that is longer than so many characters. */
export function cut(text: string, width: number): string {
  // A character takes two units at most; texts of megabytes are cut, too.
  const characters = [...text.slice(0, 2 * width + 1)];
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text;
}

function pieces(word: string, width: number): string[] {
  const chars = [...word];
  const count = Math.max(1, Math.ceil(chars.length / width));
  return Array.from({ length: count }, (_, index) => chars.slice(index * width, (index + 1) * width).join(''));
}

function lengthOf(text: string): number {
  return [...text].length;
}
