import type { createColors } from 'picocolors';
import wrapAnsi from 'wrap-ansi';
import type { Exchange } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { oneLine } from '../../src/json/quoting.js';

export type Colors = ReturnType<typeof createColors>;

export interface Look {
  readonly colors: Colors;
  /** Columns of the terminal. Only commands and file names are longer. */
  readonly width: number;
}

export function wrap(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).split('\n');
}

/** Puts a label in front of the first line, and room for it in front of the others: two columns. */
export function withLabel(
  label: string,
  lines: readonly string[],
  width: number,
  paint = (text: string) => text,
): string[] {
  return lines.map((line, index) => `${paint((index === 0 ? label : '').padEnd(width))}  ${line}`);
}

/** A label with a text beside it; nothing without a text. At an infinite width it is not wrapped, so that it can be copied. */
export function labelled(
  label: string,
  text: string | number | false | null | undefined,
  { colors, width, labelWidth }: Look & { readonly labelWidth: number },
  paint: (line: string) => string = String,
): string[] {
  if (!text) return [];
  return withLabel(label, wrap(oneLine(`${text}`), width - labelWidth - 2).map(paint), labelWidth, colors.dim);
}

export function prefixFirstLine(sign: string, lines: readonly string[]): string[] {
  return lines.map((line, index) => `${index === 0 ? sign : ' '} ${line}`);
}

/** Puts a text beside its name if both fit on one line, else below it. A name that fits on a line is not broken, so that it can be copied. */
export function titled(
  name: string,
  text: string,
  width: number,
  paintName: (name: string) => string,
  paintText: (text: string) => string = String,
): string[] {
  const names = wrap(name, width).map(paintName);
  if (text === '') return names;
  if ([...`${name}  ${text}`].length <= width) return [`${paintName(name)}  ${paintText(text)}`];
  return [...names, ...wrap(text, width - 2).map((line) => `  ${paintText(line)}`)];
}

export function cut(text: string, width: number): string {
  // A character takes at most two units; texts may have megabytes.
  const characters = [...text.slice(0, 2 * width + 1)];
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text;
}

/** Lays out blocks of lines for a terminal or a CI log: indented, with an empty line between blocks. Omits empty blocks. */
export function layOut(blocks: readonly (readonly string[])[]): string {
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.map((line) => `  ${line}`.trimEnd()));
  return withoutCiCommands(`\n${lines.map((block) => `${block.join('\n')}\n`).join('\n')}\n`);
}

/** Defuses the commands of CI systems: `::error::` at the start of a line (GitHub) and `##[error]`, `##vso[…]` anywhere. */
export function withoutCiCommands(text: string): string {
  return text.replace(/##(?=\w*\[)/g, '# #').replace(/^(\s*):(?=:)/gm, '$1: ');
}

/** Returns a command that GitHub shows as an annotation. Nothing in the texts can end it. https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function workflowCommand(name: 'error' | 'warning', title: string, text: string): string {
  const escaped = (part: string) => part.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${name} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(text)}`;
}

/** A recording may have URLs of any length. */
const MOST_CHARACTERS = 160;

/** `#4 GET /v1/inventory → 200`, or only the number if the transcript has no such exchange. */
export function exchangeLine(number: number, { exchanges }: Pick<Transcript, 'exchanges'>): string {
  const exchange = exchanges.find((each) => each.number === number);
  if (exchange === undefined) return `#${number}`;
  return `#${number} ${cut(`${exchange.request.method} ${pathOf(exchange)}`, MOST_CHARACTERS)} → ${exchange.response?.status ?? 'no response'}`;
}

export function pathOf({ request }: Exchange): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
