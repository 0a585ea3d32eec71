/** Characters that a line of code on the site shows beside the outline, without scrolling. */
const WIDTH = 72;

/** Returns a declaration as the compiler writes it, indented by two spaces and with comments that fit the page. */
export function laidOut(declaration: string): string {
  return declaration
    .replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
    .replaceAll(/^( *)\/\*\*(.*?)\*\/$/gms, (_, indent: string, text: string) => commentOf(indent, text));
}

function commentOf(indent: string, text: string): string {
  const words = text
    .replaceAll(/^ *\* ?/gm, '')
    .trim()
    .split(/\s+/);
  const oneLine = `${indent}/** ${words.join(' ')} */`;
  if (oneLine.length <= WIDTH) return oneLine;
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && `${indent} *${longer}`.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} *${line}`), `${indent} */`].join('\n');
}
