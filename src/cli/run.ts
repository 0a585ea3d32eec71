import { type Command, CommanderError } from 'commander';
import { oneLine } from '../spec/quoting.js';
import { InputError } from '../spec/validation/input-error.js';
import type { CommandSpec } from './command.js';
import { offFlagOf } from './options.js';
import { type Actions, commands, createProgram } from './program.js';
import type { Terminal } from './terminal.js';

const USAGE = 2;
/** The exit code of a bug in a command of the suite; 1, Node's own, would mean a violation. */
const INTERNAL_ERROR = 3;

/** Runs a command line; returns the exit code. Invalid usage prints one line on stderr and returns 2. */
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
  const reject = (problem: string) => {
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
      return error.code === 'commander.help' ? USAGE : reject(describeCommandLineError(error, args[0]));
    }
    if (error instanceof InputError) return reject(error.message);
    if (specOf(args[0])?.isSuite !== true) throw error;
    terminal.stderr.write(`petstore-mock: this is a bug: ${(error as Error).stack ?? error}\n`);
    return INTERNAL_ERROR;
  }
}

function specOf(command = ''): CommandSpec | undefined {
  return new Map<string, CommandSpec>(Object.entries(commands)).get(command);
}

/** Removes the values of unknown flags (`--prot=secret`): Commander then suggests a flag, and no message contains the value. */
function withoutUnknownValues(args: readonly string[], { commands }: Command): string[] {
  const known = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)));
  return args.map((arg) => {
    const flag = /^(--[^=]+)=/.exec(arg)?.[1];
    return flag === undefined || known.has(flag) ? arg : flag;
  });
}

/** Describes in one line what Commander rejected. Nothing that was typed is repeated: it may be a key. */
function describeCommandLineError(error: CommanderError, command = ''): string {
  const { problem, remedy } = problemAndRemedy(error, command);
  return `Reading the command line: ${problem}. ${remedy}`;
}

function problemAndRemedy({ code, message }: CommanderError, command: string): { problem: string; remedy: string } {
  const spec = specOf(command);
  const { options } = spec ?? commands.serve;
  const tryHelp = `Try petstore-mock ${spec === undefined ? 'serve' : command} --help`;
  const problem = message.split('\n', 1)[0]?.replace(/^error: |\.$/g, '') ?? '';
  const didYouMean = /\n\((Did you mean .*\?)\)$/.exec(message)?.[1];
  switch (code) {
    case 'commander.unknownOption': {
      const switches = Object.values(options).filter(({ placeholder }) => placeholder === undefined);
      const flags = switches.flatMap((option) => [option.flag, offFlagOf(option)]);
      const flag = flags.find((each) => problem.includes(`'${each}=`));
      if (flag !== undefined) return { problem: `${flag} takes no value`, remedy: `Try ${flag}` };
      return { problem: 'unknown option', remedy: didYouMean ?? tryHelp };
    }
    case 'commander.unknownCommand':
      return { problem: 'unknown command', remedy: didYouMean ?? 'Try petstore-mock --help' };
    case 'commander.excessArguments':
      return { problem, remedy: tryHelp };
    case 'commander.optionMissingArgument': {
      const option = Object.values(options).find(({ flag }) => problem.includes(`'${flag} `));
      if (option === undefined) return { problem: 'the value of an option is missing', remedy: tryHelp };
      return { problem: `${option.flag} needs a value`, remedy: `Try ${option.flag} ${option.example}` };
    }
    default:
      return { problem: 'invalid command line', remedy: tryHelp };
  }
}
