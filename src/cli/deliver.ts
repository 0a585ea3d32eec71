import { oneLine } from '../json/one-line.js';
import { InputError } from '../validation/input-error.js';
import type { Terminal } from './terminal.js';

/** The exit code of a command that sent requests and came to no good end. */
export const INCOMPLETE = 3;

/** Writes what was found; answers the exit code. By then requests were sent: that a file cannot be written is told, and is no matter of usage any more. */
export function deliver(exitCode: number, { stderr }: Pick<Terminal, 'stderr'>, write: () => void): number {
  try {
    write();
    return exitCode;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    stderr.write(`petstore-mock: ${oneLine(error.message)}\n`);
    return exitCode === 0 ? INCOMPLETE : exitCode;
  }
}
