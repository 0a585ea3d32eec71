import type { CommanderError } from 'commander';
import { type ServeOption, serveOptions } from './serve-options.js';

/** Says in one line what Commander found wrong with the command line. Values are left out: one may be a key. */
export function describeCommandLineError({ code, message }: CommanderError): string {
  const [problem = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const option = Object.values(serveOptions).find(({ flag }) => new RegExp(`'${flag}[ =]`).test(problem));
  if (option?.kind === 'boolean') return say(`${option.flag} takes no value`, `Try ${option.flag}`);
  const didYouMean = /Did you mean .*\?/.exec(suggestion ?? '')?.[0];
  return say(problem.replace(/\.$/, ''), didYouMean ?? remedyFor(code, option));
}

function say(problem: string, remedy: string): string {
  return `Reading the command line: ${problem}. ${remedy}`;
}

function remedyFor(code: string, option: ServeOption | undefined): string {
  if (option !== undefined) return `Try ${option.flag} ${option.example}`;
  if (code === 'commander.unknownCommand') return 'Try petstore-mock serve';
  if (code === 'commander.excessArguments') return 'Settings are flags: try petstore-mock serve --port 4290';
  return 'Try petstore-mock serve --help';
}
