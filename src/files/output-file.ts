import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../json/input-error.js';
import type { JsonValue } from '../json/json.js';
import { explainFailedWrite } from './file-problem.js';
import { parseJsonIfValid, readTextFile } from './read-file.js';
import { draftOf, replaceFiles, throughLink } from './replace-files.js';

/** A file that a command writes. Only its owner may read it: it shows what was sent or received. */
export interface OutputFile {
  readonly flag: '--json' | '--output';
  /** As the user wrote it, from the working directory. */
  readonly name: string;
  readonly folder: string;
  /** Such as `report`. */
  readonly kind: string;
  readonly isOfKind: (value: JsonValue | undefined) => boolean;
}

/** Returns the file of `--json`; undefined without one, or for stdout. */
export function jsonFile(json: string | undefined, file: Omit<OutputFile, 'flag' | 'name'>): OutputFile | undefined {
  return json === undefined || json === '-' ? undefined : { flag: '--json', name: json, ...file };
}

/** Ensures that a file can be written, and that only one of the same kind or an empty one is replaced. Returns its JSON. Throws an InputError. */
export function requireWritable({ flag, name, folder, kind, isOfKind }: OutputFile): JsonValue | undefined {
  const attempted = `Preparing ${flag} ${name}`;
  const remedy = `Name another file: ${flag} ${kind}.json`;
  const path = resolve(folder, name);
  const found = existsSync(path) ? statSync(path) : undefined;
  if (found?.isDirectory()) throw new InputError(attempted, 'it is a directory', remedy);
  // A device or a pipe is written to and not replaced.
  if (found?.isFile() === false) return undefined;
  const existing = found && found.size > 0 ? parseJsonIfValid(readTextFile(path, attempted, remedy)) : undefined;
  if (found && found.size > 0 && !isOfKind(existing)) {
    throw new InputError(attempted, `the existing file is not a ${kind}, so it is not replaced`, remedy);
  }
  explainFailedWrite(attempted, remedy, () => {
    // Replacing a file creates another one beside it.
    const draft = draftOf(throughLink(path));
    writeFileSync(draft, '', { flag: 'wx' });
    rmSync(draft);
  });
  return existing;
}

/** Writes a file as a whole; a reader never sees half of it. Throws an InputError. */
export function writeOutput({ flag, name, folder, kind }: OutputFile, text: string): void {
  const path = resolve(folder, name);
  explainFailedWrite(`Writing ${flag} ${name}`, `Name another file: ${flag} ${kind}.json`, () => {
    if (existsSync(path) && !statSync(path).isFile()) writeFileSync(path, text);
    else replaceFiles({ file: throughLink(path), text, isPrivate: true });
  });
}
