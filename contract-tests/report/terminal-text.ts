import type { createColors } from 'picocolors';
import wrapAnsi from 'wrap-ansi';
import type { Exchange } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';

/** Wraps a text at a number of columns; longer words are broken. */
export function wrap(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).split('\n');
}

/** Cuts a text that is longer than so many characters. */
export function cut(text: string, width: number): string {
  // A character takes two units at most; texts of megabytes are cut, too.
  const characters = [...text.slice(0, 2 * width + 1)];
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text;
}

/** Lays blocks of lines out for a terminal or a CI log: indented, with an empty line between two blocks. Empty blocks are left out. */
export function layOut(blocks: readonly (readonly string[])[]): string {
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.map((line) => `  ${line}`.trimEnd()));
  return withoutCiCommands(`\n${lines.map((block) => `${block.join('\n')}\n`).join('\n')}\n`);
}

/**
 * Takes the power of commands from text that a CI system may read: `::error::` at the start of a line (GitHub, which
 * trims it first) and `##[error]`, `##vso[…]`, `##teamcity[…]` anywhere in it. People can still read what stood there.
 */
export function withoutCiCommands(text: string): string {
  return text.replace(/##(?=\w*\[)/g, '# #').replace(/^(\s*):(?=:)/gm, '$1: ');
}

/** Writes a command that GitHub shows as an annotation. Nothing in the texts can end it. https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function workflowCommand(name: 'error' | 'warning', title: string, text: string): string {
  return `::${name} title=${escapeProperty(title)}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A recording may hold addresses of any length. */
const MOST_CHARACTERS = 160;

/** `#4 GET /v1/inventory → 200`, or the number alone where the transcript has no such exchange. */
export function exchangeLine(number: number, { exchanges }: Transcript): string {
  const exchange = exchanges.find((each) => each.number === number);
  if (exchange === undefined) return `#${number}`;
  return `#${number} ${cut(`${exchange.request.method} ${pathOf(exchange)}`, MOST_CHARACTERS)} → ${exchange.response?.status ?? 'no answer'}`;
}

/** Path and query of what was asked for. */
export function pathOf({ request }: Exchange): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

export type Colors = ReturnType<typeof createColors>;
