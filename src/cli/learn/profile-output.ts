import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonValue } from '../../json/json-value.js';
import { quote } from '../../json/quote.js';
import { isProfile } from '../../profile/is-profile.js';
import { whyNotWritten } from '../../validation/file-problem.js';
import { InputError } from '../../validation/input-error.js';
import { refuseForeignFile } from '../refuse-foreign-file.js';
import type { Terminal } from '../terminal.js';

const REMEDY = 'Name a file of its own: --output staging.json';

/** A file that a profile can be written to. */
export interface ProfileFile {
  /** As the user wrote it. */
  readonly name: string;
  /** The profile that it holds, of whatever version; undefined where it is new, or empty. */
  readonly standing: JsonValue | undefined;
  /** Throws an InputError where it cannot be written any more. */
  write(text: string): void;
}

/**
 * Makes sure, before anything is sent, that a profile can be written to a file, and answers the file, written whole or not at all. Throws an
 * InputError, also where a file is there that is no profile; both name the file as the user did.
 */
export function openProfileFile(name: string, { folder }: Pick<Terminal, 'folder'>): ProfileFile {
  const attempted = `Preparing --output ${quote(name)}`;
  if (name.trim() === '') throw new InputError(attempted, 'the file has no name', REMEDY);
  const path = resolve(folder, name);
  // A link stays one: what it leads to is written.
  const file = existsSync(path) ? realpathSync(path) : path;
  const standing = existsSync(file) ? readProfile(file, attempted) : undefined;
  withDraft(file, attempted, () => {});
  return {
    name,
    standing,
    write: (text) =>
      withDraft(file, `Writing --output ${quote(name)}`, (draft) => {
        writeFileSync(draft, text);
        renameSync(draft, file);
      }),
  };
}

/** Answers the name of the file beside a profile that is kept: `staging.partial.json`. */
export function partialName(name: string): string {
  return `${name.replace(/\.json$/i, '')}.partial.json`;
}

/** Makes a file beside another one for as long as it is worked on. */
function withDraft(file: string, attempted: string, work: (draft: string) => void): void {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    writeFileSync(draft, '', { flag: 'wx' });
    try {
      work(draft);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    throw new InputError(attempted, whyNotWritten(error), REMEDY);
  }
}

/** One of another version is a profile too. */
function readProfile(file: string, attempted: string): JsonValue | undefined {
  if (!statSync(file).isFile()) throw new InputError(attempted, 'it is no file', REMEDY);
  return refuseForeignFile(file, { name: 'profile', is: isProfile }, attempted, REMEDY);
}
