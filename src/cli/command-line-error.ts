import type { CommanderError } from 'commander';
import { checkOptions } from './check/check-options.js';
import type { CommandOption } from './command-option.js';
import { compareOptions } from './compare/compare-options.js';
import { learnOptions } from './learn/learn-options.js';
import { proxyOptions } from './proxy/proxy-options.js';
import { restoreOptions } from './restore/restore-options.js';
import { flagsOf, type ServeOption, serveOptions } from './serve/serve-options.js';

/** Says in one line what Commander found wrong with the command line. What was typed is not repeated: it may be a key. */
export function describeCommandLineError(error: CommanderError, command = ''): string {
  const { problem, remedy } = describe(error, command);
  return `Reading the command line: ${problem}. ${remedy}`;
}

function describe({ code, message }: CommanderError, command: string): { problem: string; remedy: string } {
  const example = examples[command] ?? examples.serve;
  const tryHelp = `Try petstore-mock ${command in examples ? command : 'serve'} --help`;
  const problem = message.split('\n', 1)[0]?.replace(/^error: |\.$/g, '') ?? '';
  const didYouMean = /\n\((Did you mean .*\?)\)$/.exec(message)?.[1];
  switch (code) {
    case 'commander.unknownOption': {
      const flag = switches.find((each) => problem.includes(`'${each}=`));
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

const switches = Object.values(serveOptions).flatMap((option) => (option.kind === 'boolean' ? flagsOf(option) : []));
