import * as fs from 'node:fs';
import { basename, dirname } from 'node:path';
import { InputError } from '../json/input-error.js';
import { explainFailedWrite } from './file-problem.js';

/** Creates a folder and its parents; returns the created ones, topmost first. (In Node 20 `recursive` never returns below /proc.) */
export function makeFolders(folder: string, mode = 0o755): string[] {
  const missing: string[] = [];
  let above = folder;
  for (; !fs.existsSync(above); above = dirname(above)) missing.unshift(above);
  if (missing.length === 0 && !fs.statSync(folder).isDirectory()) {
    throw Object.assign(new Error(`${folder} is not a folder`), { code: 'EEXIST' });
  }
  for (const each of missing) fs.mkdirSync(each, { mode });
  return missing;
}

/** Creates a folder as `makeFolders` does, unless it is a link: in a shared folder, another user could choose with one where files are written. */
export function makeOutputFolder(folder: string, attempted: string, example: string): string[] {
  rejectLink(folder, attempted, example);
  const made = makeFolders(folder);
  // Another user may have been quicker.
  rejectLink(folder, attempted, example);
  return made;
}

function rejectLink(folder: string, attempted: string, example: string): void {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const [option] = example.split(' ');
  const leadsToFolder = fs.existsSync(folder) && fs.statSync(folder).isDirectory();
  const remedy = leadsToFolder
    ? `To write there, name the folder itself: ${option} ${fs.realpathSync(folder)}`
    : `Name a folder: ${example}`;
  throw new InputError(attempted, `it is a link to ${fs.readlinkSync(folder)}`, remedy);
}

/** Checks that files can be written to a folder that is no link. A new folder is removed again; `within` runs while it exists. Throws an InputError. */
export function requireOutputFolder(folder: string, attempted: string, example: string, within = () => {}): void {
  let made: string[] = [];
  try {
    explainFailedWrite(attempted, `Name a folder that can be created, such as ${example}`, () => {
      made = makeOutputFolder(folder, attempted, example);
      fs.accessSync(folder, fs.constants.W_OK);
      within();
    });
  } finally {
    for (const each of made.reverse()) fs.rmdirSync(each);
  }
}

const HEAD_BYTES = 4096;

/** Ensures that nothing of somebody else is replaced: each file is missing or empty, or begins as ours do. Throws an InputError. */
export function requireOwnFiles(
  heads: readonly (readonly [file: string, head: RegExp])[],
  attempted: string,
  example: string,
): void {
  for (const [file, head] of heads) {
    const found = fs.lstatSync(file, { throwIfNoEntry: false });
    const problem = found && (found.isFile() ? whyForeign(file, head) : 'is not a regular file');
    if (problem === undefined) continue;
    const remedy = `Move it away, or name another folder: ${example}`;
    throw new InputError(attempted, `its ${basename(file)} ${problem}`, remedy);
  }
}

function whyForeign(file: string, head: RegExp): string | undefined {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const descriptor = fs.openSync(file, 'r');
  try {
    const text = bytes.toString('utf8', 0, fs.readSync(descriptor, bytes));
    return text === '' || head.test(text) ? undefined : 'was not written by petstore-mock, so it is not replaced';
  } finally {
    fs.closeSync(descriptor);
  }
}
