import type { CommanderError } from 'commander';
import { flagsOf, serveOptions } from './serve-options.js';

/** Says in one line what Commander found wrong with the command line. What was typed is not repeated: it may be a key. */
export function describeCommandLineError(error: CommanderError): string {
  const { problem, remedy } = describe(error);
  return `Reading the command line: ${problem}. ${remedy}`;
}

function describe({ code, message }: CommanderError): { problem: string; remedy: string } {
  const problem = message.split('\n', 1)[0]?.replace(/^error: |\.$/g, '') ?? '';
  const didYouMean = /\n\((Did you mean .*\?)\)$/.exec(message)?.[1];
  switch (code) {
    case 'commander.unknownOption': {
      const flag = switches.find((each) => problem.includes(`'${each}=`));
      if (flag !== undefined) return { problem: `${flag} takes no value`, remedy: `Try ${flag}` };
      return { problem: 'there is an unknown option', remedy: didYouMean ?? 'Try petstore-mock serve --help' };
    }
    case 'commander.unknownCommand':
      return { problem: 'there is no such command', remedy: didYouMean ?? 'Try petstore-mock serve' };
    case 'commander.excessArguments':
      return { problem, remedy: 'Settings are flags: try petstore-mock serve --port 4290' };
    case 'commander.optionMissingArgument': {
      const option = Object.values(serveOptions).find(({ flag }) => problem.includes(`'${flag} `));
      return { problem, remedy: option ? `Try ${option.flag} ${option.example}` : 'Try petstore-mock serve --help' };
    }
    default:
      return { problem: 'it cannot be understood', remedy: 'Try petstore-mock serve --help' };
  }
}

const switches = Object.values(serveOptions).flatMap((option) => (option.kind === 'boolean' ? flagsOf(option) : []));
