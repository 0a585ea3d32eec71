import { compare } from '../../src/cli/compare/compare-command.js';
import { temporaryFolder } from '../temporary-file.js';
import { type Ended, runCommand } from './running-command.js';

export const LEFT_KEY = 'left-k3y-that-the-right-may-not-see';
export const RIGHT_KEY = 'right-k3y-that-the-left-may-not-see';

type Learn = NonNullable<Parameters<typeof compare>[2]>;

/** Runs `petstore-mock compare` with these arguments. */
export async function runCompare(
  args: readonly string[],
  variables: Record<string, string> = { PETSTORE_API_KEY: LEFT_KEY, PETSTORE_API_KEY_RIGHT: RIGHT_KEY },
  learn?: Learn,
): Promise<Ended> {
  const usual = { version: '0.0.0', confirm: undefined, signal: new AbortController().signal };
  return runCommand(['compare', ...args], await temporaryFolder(), variables, (terminal) => ({
    compare: (targets, flags) => compare({ targets, flags, ...usual }, terminal, learn),
  }));
}
