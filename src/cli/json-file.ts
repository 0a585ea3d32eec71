import { closeSync, existsSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { whyNotWritten } from '../validation/file-problem.js';
import { InputError } from '../validation/input-error.js';
import { type OwnKind, refuseForeignFile } from './refuse-foreign-file.js';

const REMEDY = 'Name a file that can be written: --json report.json';

/**
 * Makes sure, before anything is sent, that the file of `--json` can be written and that no other kind of file is replaced, and changes
 * nothing. `name` is as the user wrote it. Throws an InputError.
 */
export function requireJsonFile(path: string, name: string, kind: OwnKind): void {
  const attempted = `Preparing --json ${name}`;
  refuseForeignFile(path, kind, attempted, `Name a file of its own: --json ${kind.name}.json`);
  try {
    const isNew = !existsSync(path);
    // Opening it for appending changes nothing of what it holds.
    closeSync(openSync(path, 'a'));
    // Of a link to nowhere only what it led to is new.
    if (isNew) rmSync(realpathSync(path));
  } catch (error) {
    throw new InputError(attempted, whyNotWritten(error), REMEDY);
  }
}

/** Writes the file of `--json`. Throws an InputError. */
export function writeJsonFile(path: string, name: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new InputError(`Writing --json ${name}`, whyNotWritten(error), REMEDY);
  }
}
