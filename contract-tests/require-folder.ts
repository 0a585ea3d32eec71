import { accessSync, constants, rmdirSync } from 'node:fs';
import { whyNotWritten } from '../src/validation/file-problem.js';
import { InputError } from '../src/validation/input-error.js';
import { makeFolders } from './make-folders.js';

/**
 * Makes sure, before anything is sent, that files can be written to a folder, and leaves none where there was none. `within`: what
 * else to try while it is there. Throws an InputError.
 */
export function requireFolder(folder: string, attempted: string, example: string, within = () => {}): void {
  let made: string[] = [];
  try {
    made = makeFolders(folder);
    accessSync(folder, constants.W_OK);
    within();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(attempted, whyNotWritten(error), `Name a folder that can be made, such as ${example}`);
  } finally {
    for (const each of made.reverse()) rmdirSync(each);
  }
}
