import { withoutCiCommands } from './without-ci-commands.js';

/** Lays blocks of lines out for a terminal or a CI log: indented, with an empty line between two blocks. Empty blocks are left out. */
export function layOut(blocks: readonly (readonly string[])[]): string {
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.map((line) => `  ${line}`.trimEnd()));
  return withoutCiCommands(`\n${lines.map((block) => `${block.join('\n')}\n`).join('\n')}\n`);
}
