import { type Command, CommanderError } from 'commander';
import { oneLine } from '../json/one-line.js';
import { InputError } from '../validation/input-error.js';
import { describeCommandLineError } from './command-line-error.js';
import { type Actions, createProgram } from './program.js';
import type { Terminal } from './terminal.js';

const USAGE = 2;
/** What a check answers that came to no end; 1, as Node would have it, would accuse the service. */
const BROKEN_DOWN = 3;

/** Runs a command line; answers the exit code. What the user got wrong takes one line on stderr and gives 2. */
export async function run(
  args: readonly string[],
  version: string,
  actions: Actions,
  terminal: Terminal,
): Promise<number> {
  let code = 0;
  const program = createProgram(version, actions, terminal, (exitCode) => {
    code = exitCode;
  });
  const refuse = (problem: string) => {
    terminal.stderr.write(`petstore-mock: ${oneLine(problem)}\n`);
    return USAGE;
  };
  try {
    await program.parseAsync(withoutUnknownValues(args, program), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Without a command, help was printed instead.
      return error.code === 'commander.help' ? USAGE : refuse(describeCommandLineError(error, args[0]));
    }
    if (error instanceof InputError) return refuse(error.message);
    if (!isOfSuite(args[0])) throw error;
    terminal.stderr.write(`petstore-mock: this is a bug: ${(error as Error).stack ?? error}\n`);
    return BROKEN_DOWN;
  }
}

function isOfSuite(command: string | undefined): boolean {
  return ['check', 'restore', 'learn', 'compare', 'proxy'].includes(command ?? '');
}

/** Makes `--prot=secret` of an unknown flag `--prot`: Commander then finds the flag that was meant, and no message holds the value. */
function withoutUnknownValues(args: readonly string[], { commands }: Command): string[] {
  const known = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)));
  return args.map((arg) => {
    const flag = /^(--[^=]+)=/.exec(arg)?.[1];
    return flag === undefined || known.has(flag) ? arg : flag;
  });
}
