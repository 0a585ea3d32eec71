import { type Command, CommanderError } from 'commander';
import { oneLine } from '../spec/quoting.js';
import { InputError } from '../spec/validation/input-error.js';
import { checkOptions } from './check/check-options.js';
import type { CommandOption } from './command.js';
import { compareOptions } from './compare/compare-options.js';
import { learnOptions } from './learn/learn-options.js';
import { type Actions, createProgram } from './program.js';
import { proxyOptions } from './proxy/proxy-options.js';
import { restoreOptions } from './restore/restore-options.js';
import { flagsOf, type ServeOption, serveOptions } from './serve/serve-options.js';
import type { Terminal } from './terminal.js';

const USAGE = 2;
/** What a check answers that came to no end; 1, as Node would have it, would accuse the service. */
const INTERNAL_ERROR = 3;

/** Runs a command line; returns the exit code. What the user got wrong takes one line on stderr and gives 2. */
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
    return INTERNAL_ERROR;
  }
}

function isOfSuite(command: string | undefined): boolean {
  return ['check', 'restore', 'learn', 'compare', 'proxy'].includes(command ?? '');
}

/** Creates `--prot=secret` of an unknown flag `--prot`: Commander then finds the flag that was meant, and no message holds the value. */
function withoutUnknownValues(args: readonly string[], { commands }: Command): string[] {
  const known = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)));
  return args.map((arg) => {
    const flag = /^(--[^=]+)=/.exec(arg)?.[1];
    return flag === undefined || known.has(flag) ? arg : flag;
  });
}

/** Says in one line what Commander found wrong with the command line. What was typed is not repeated: it may be a key. */
function describeCommandLineError(error: CommanderError, command = ''): string {
  const { problem, remedy } = problemAndRemedy(error, command);
  return `Reading the command line: ${problem}. ${remedy}`;
}

function problemAndRemedy({ code, message }: CommanderError, command: string): { problem: string; remedy: string } {
  const example = examples[command] ?? examples.serve;
  const tryHelp = `Try petstore-mock ${command in examples ? command : 'serve'} --help`;
  const problem = message.split('\n', 1)[0]?.replace(/^error: |\.$/g, '') ?? '';
  const didYouMean = /\n\((Did you mean .*\?)\)$/.exec(message)?.[1];
  switch (code) {
    case 'commander.unknownOption': {
      const flag = serveSwitches.find((each) => problem.includes(`'${each}=`));
      if (flag !== undefined) return { problem: `${flag} takes no value`, remedy: `Try ${flag}` };
      return { problem: 'there is an unknown option', remedy: didYouMean ?? tryHelp };
    }
    case 'commander.unknownCommand':
      return { problem: 'there is no such command', remedy: didYouMean ?? 'Try petstore-mock serve' };
    case 'commander.excessArguments':
      return { problem, remedy: `Settings are flags: try ${example}` };
    case 'commander.optionMissingArgument': {
      const option = optionsOf(command).find(({ flag }) => problem.includes(`'${flag} `));
      return { problem, remedy: option?.example === undefined ? tryHelp : `Try ${option.flag} ${option.example}` };
    }
    default:
      return { problem: 'it cannot be understood', remedy: tryHelp };
  }
}

/** Commands have flags of one name that mean something else. */
function optionsOf(command: string): readonly (ServeOption | CommandOption)[] {
  if (command === 'learn') return learnOptions;
  if (command === 'compare') return compareOptions;
  if (command === 'proxy') return Object.values(proxyOptions);
  if (command === 'restore') return restoreOptions;
  return Object.values(command === 'check' ? checkOptions : serveOptions);
}

const examples: Readonly<Record<string, string>> = {
  serve: 'petstore-mock serve --port 4290',
  openapi: 'petstore-mock openapi --base-url https://api.example.test/v1',
  init: 'petstore-mock init public/',
  check: 'petstore-mock check http://127.0.0.1:4290/v1 --level write',
  learn: 'petstore-mock learn http://127.0.0.1:4290/v1 --output petstore-profile.json',
  compare: 'petstore-mock compare petstore-profile.json fake',
  proxy: 'petstore-mock proxy --upstream https://staging.example.test/v1',
  restore: 'petstore-mock restore --journal restore',
};

const serveSwitches = Object.values(serveOptions).flatMap((option) =>
  option.kind === 'boolean' ? flagsOf(option) : [],
);
