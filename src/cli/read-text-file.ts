import { readFileSync } from 'node:fs';
import { whyNotRead } from '../validation/file-problem.js';
import { InputError } from '../validation/input-error.js';

/** Reads a file that a user named. Throws an InputError; `remedy` says what would work. */
export function readTextFile(file: string, attempted: string, remedy: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new InputError(attempted, error instanceof TypeError ? 'it is not UTF-8' : whyNotRead(error), remedy);
  }
}
