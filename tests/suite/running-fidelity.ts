import { fidelity } from '../../src/cli/fidelity/fidelity-command.js';
import { temporaryFolder } from '../temporary-file.js';
import { type Ended, runCommand } from './running-command.js';
import { LEFT_KEY, RIGHT_KEY } from './running-compare.js';

/** Runs `petstore-mock fidelity` with these arguments. */
export async function runFidelity(
  args: readonly string[],
  variables: Record<string, string> = { PETSTORE_API_KEY: LEFT_KEY, PETSTORE_API_KEY_RIGHT: RIGHT_KEY },
): Promise<Ended> {
  const usual = { version: '0.0.0', confirm: undefined, signal: new AbortController().signal };
  return runCommand(['fidelity', ...args], await temporaryFolder(), variables, (terminal) => ({
    fidelity: (targets, flags) => fidelity({ targets, flags, ...usual }, terminal),
  }));
}
