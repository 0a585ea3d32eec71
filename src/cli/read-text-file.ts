import { readFileSync } from 'node:fs';
import { InputError } from '../validation/input-error.js';

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be read',
};

/** Reads a file that a user named. Throws an InputError; `remedy` says what would work. */
export function readTextFile(file: string, attempted: string, remedy: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new InputError(attempted, 'it is not UTF-8', remedy);
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new InputError(attempted, PROBLEMS[code] ?? message, remedy);
  }
}
