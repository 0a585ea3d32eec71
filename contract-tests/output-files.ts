import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { whyNotWritten } from '../src/spec/validation/file-problem.js';
import { InputError } from '../src/spec/validation/input-error.js';

const DRAFT = '.part';

/**
 * Creates a folder and its parents; returns the created ones, topmost first. Throws the system's error. Not
 * `mkdirSync(…, { recursive: true })`: Node 20 never returns if a folder cannot be created, such as below /proc.
 */
export function makeFolders(folder: string, mode = 0o777): string[] {
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
 * Checks, before anything is sent, that files can be written to a folder. A folder that did not exist is removed again. `within`
 * is called while it exists. Throws an InputError.
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

/** Replaces a file at once: a reader, such as a collector of metrics, never sees half of it. Throws the system's error. */
export function replaceFile(file: string, text: string): void {
  writeFileAtomic.sync(file, text);
}

/** Creates a folder that only its owner may enter, and its parents. Resolves once they would survive a crash. */
export async function makePrivateFolder(folder: string): Promise<void> {
  for (const made of makeFolders(folder, 0o700)) await syncFolder(dirname(made));
}

/** Replaces a file at once, readable by its owner only. Resolves once it would survive a crash. */
export async function writeDurably(file: string, text: string): Promise<void> {
  await writeFileAtomic(file, text, { mode: 0o600 });
  await syncFolder(dirname(file));
}

/**
 * Like {@link writeDurably}, for a file that is written often. A process that is killed meanwhile leaves a draft beside it, which
 * `removeDrafts` finds.
 */
export async function rewriteDurably(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}${DRAFT}`;
  try {
    await writeFile(draft, parts, { flag: 'wx', mode: 0o600, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Removes the drafts of a file. No other process may be writing it. */
export function removeDrafts(file: string): void {
  const isDraft = new RegExp(`^[0-9a-f]{12}${DRAFT.replace('.', '\\.')}$`);
  const start = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(start) && isDraft.test(name.slice(start.length))) rmSync(join(dirname(file), name));
  }
}

/** Removes a file if it exists. Resolves once that would survive a crash. */
export async function removeDurably(file: string): Promise<void> {
  await rm(file, { force: true });
  await syncFolder(dirname(file));
}

/** Windows cannot open a folder, and need not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
