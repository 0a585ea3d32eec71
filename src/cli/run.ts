import { CommanderError } from 'commander';
import { InputError } from '../json/input-error.js';
import type { CommandSpec } from './command.js';
import { offFlagOf } from './options.js';
import { type Actions, commands, execute } from './program.js';
import { ExitCode, type Terminal, warn } from './terminal.js';

/** Runs a command line; returns the exit code. Invalid usage prints one line on stderr and returns 2. */
export async function run(
  args: readonly string[],
  version: string,
  actions: Actions,
  terminal: Terminal,
): Promise<number> {
  try {
    return await execute(args, version, actions, terminal);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Without a command, help was printed instead.
      if (error.code !== 'commander.help') warn(terminal, `Reading the command line: ${explain(error, args[0])}`);
      return ExitCode.usage;
    }
    if (error instanceof InputError) {
      warn(terminal, error.inWords);
      return ExitCode.usage;
    }
    if (specOf(args[0])?.isSuite !== true) throw error;
    terminal.stderr.write(`petstore-mock: this is a bug: ${(error as Error).stack ?? error}\n`);
    return ExitCode.incomplete;
  }
}

function specOf(command = ''): CommandSpec | undefined {
  return new Map<string, CommandSpec>(Object.entries(commands)).get(command);
}

/** Explains in one line what Commander rejected. Nothing that was typed is repeated, except a flag: it may be a key. */
function explain({ code, message }: CommanderError, command = ''): string {
  const spec = specOf(command);
  const options = Object.values((spec ?? commands.serve).options);
  const tryHelp = `Try petstore-mock ${spec === undefined ? 'serve' : command} --help`;
  const problem = message.split('\n', 1)[0]?.replace(/^error: |\.$/g, '') ?? '';
  const didYouMean = /\n\((Did you mean .*\?)\)$/.exec(message)?.[1];
  switch (code) {
    case 'commander.unknownOption': {
      const switches = options.filter(({ placeholder }) => placeholder === undefined);
      const flags = switches.flatMap((option) => [option.flag, offFlagOf(option)]);
      const flag = flags.find((each) => problem.includes(`'${each}=`));
      if (flag !== undefined) return `${flag} takes no value. Try ${flag}`;
      const unknown = unknownFlag(problem);
      return `unknown option${unknown === undefined ? '' : ` ${unknown}`}. ${didYouMean ?? tryHelp}`;
    }
    case 'commander.unknownCommand':
      return `unknown command. ${didYouMean ?? 'Try petstore-mock --help'}`;
    case 'commander.excessArguments':
      return `${problem}. ${tryHelp}`;
    case 'commander.optionMissingArgument': {
      const option = options.find(({ flag }) => problem.includes(`'${flag} `));
      if (option === undefined) return `the value of an option is missing. ${tryHelp}`;
      return `${option.flag} needs a value. Try ${option.flag} ${option.example}`;
    }
    default:
      return `invalid command line. ${tryHelp}`;
  }
}

const LONGEST_FLAG = 32;

/** Returns an unknown flag that cannot hold a key: words of letters, and not a flag for keys with more behind it. */
function unknownFlag(problem: string): string | undefined {
  const [, flag = ''] = /'(--[a-z]+(?:-[a-z]+)*)'/.exec(problem) ?? [];
  const mayHoldKey = flag.length > LONGEST_FLAG || /(?:key|token|secret)[a-z]/.test(flag.replace(/-file$/, ''));
  return flag === '' || mayHoldKey ? undefined : flag;
}
