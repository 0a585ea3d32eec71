import { accessSync, constants, existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { whyNotWritten } from '../src/spec/validation/file-problem.js';
import { InputError } from '../src/spec/validation/input-error.js';

/**
 * Creates a folder and its parents; returns the created ones, topmost first. Whatever the umask, nobody else can write to them.
 * Throws the system's error. Not `mkdirSync(…, { recursive: true })`: Node 20 never returns if a folder cannot be created, such as
 * below /proc.
 */
export function makeFolders(folder: string, mode = 0o755): string[] {
  const missing: string[] = [];
  let above = folder;
  for (; !existsSync(above); above = dirname(above)) missing.unshift(above);
  if (missing.length === 0 && !statSync(folder).isDirectory()) {
    throw Object.assign(new Error(`${folder} is not a folder`), { code: 'EEXIST' });
  }
  for (const each of missing) mkdirSync(each, { mode });
  return missing;
}

/**
 * Checks, before anything is sent, that files can be written to a folder. A folder that did not exist is removed again. `within` is
 * called while it exists. Throws an InputError.
 */
export function requireFolder(folder: string, attempted: string, example: string, within = () => {}): void {
  let made: string[] = [];
  try {
    made = makeFolders(folder);
    accessSync(folder, constants.W_OK);
    within();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(attempted, whyNotWritten(error), `Name a folder that can be created, such as ${example}`);
  } finally {
    for (const each of made.reverse()) rmdirSync(each);
  }
}
