import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote } from '../../json/quote.js';
import { isProfile } from '../../profile/is-profile.js';
import { whyNotWritten } from '../../validation/file-problem.js';
import { InputError } from '../../validation/input-error.js';
import { parseAnyJson } from '../parse-any-json.js';
import { readTextFile } from '../read-text-file.js';
import type { Terminal } from '../terminal.js';

const REMEDY = 'Name a file of its own: --output staging.json';

/**
 * Makes sure, before anything is sent, that a profile can be written to a file, and answers how: whole or not at all. Throws an
 * InputError, also where a file is there that is no profile; both name the file as the user did.
 */
export function openProfileFile(name: string, { folder }: Pick<Terminal, 'folder'>): (text: string) => void {
  const attempted = `Preparing --output ${quote(name)}`;
  if (name.trim() === '') throw new InputError(attempted, 'the file has no name', REMEDY);
  const path = resolve(folder, name);
  // A link stays one: what it leads to is written.
  const file = existsSync(path) ? realpathSync(path) : path;
  if (existsSync(file)) requireProfile(file, attempted);
  withDraft(file, attempted, () => {});
  return (text) =>
    withDraft(file, `Writing --output ${quote(name)}`, (draft) => {
      writeFileSync(draft, text);
      renameSync(draft, file);
    });
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

function requireProfile(file: string, attempted: string): void {
  if (!statSync(file).isFile()) throw new InputError(attempted, 'it is no file', REMEDY);
  const text = readTextFile(file, attempted, REMEDY);
  // One of another version is a profile too.
  if (!isProfile(parseAnyJson(text)))
    throw new InputError(attempted, 'a file is there that is no profile, and it is kept', REMEDY);
}
