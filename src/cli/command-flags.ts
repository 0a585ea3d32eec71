import type { Command } from 'commander';

/** Flags that stand on a command line, by name. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Gathers the values of a flag that may stand several times. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

/** The flags that stand on the command line; Commander also tells defaults of its own. */
export function givenFlags(command: Command): Flags {
  const given = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return Object.fromEntries(given);
}
