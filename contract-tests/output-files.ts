import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { whyNotWritten } from '../src/spec/validation/file-problem.js';
import { InputError } from '../src/spec/validation/input-error.js';

/**
 * Creates a folder and those above it; returns what it made, topmost first. Throws what the system says. Node's own
 * recursive way would not do: version 20 tries for ever where a folder cannot be made, such as below /proc.
 */
export function makeFolders(folder: string, mode = 0o777): string[] {
  const missing: string[] = [];
  let above = folder;
  for (; !existsSync(above); above = dirname(above)) missing.unshift(above);
  if (missing.length === 0 && !statSync(folder).isDirectory()) {
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'EEXIST' });
  }
  for (const each of missing) mkdirSync(each, { mode });
  return missing;
}

/**
 * Creates sure, before anything is sent, that files can be written to a folder, and leaves none where there was none. `within`: what
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

const ENDING = '.draft';

/** Writes a file anew, whole or not at all: who reads it, such as a collector of metrics, never sees half of it. */
export function replaceFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}${ENDING}`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, file);
  } finally {
    // Where that could not be done, what was written so far would only fill the disk.
    rmSync(draft, { force: true });
  }
}

/** Removes the drafts of these files that a killed process has left. Only for whoever is alone in making any. */
export function removeDrafts(folder: string, names: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    const isDraft = name.endsWith(ENDING) && names.some((each) => name.startsWith(`${each}.`));
    if (isDraft) rmSync(join(folder, name), { force: true, recursive: true });
  }
}

/** Creates a folder that only its owner may enter, and those above it; returns when they would survive a crash. */
export async function makePrivateFolder(folder: string): Promise<void> {
  for (const made of makeFolders(folder, 0o700)) await syncFolder(dirname(made));
}

/** Writes a file whole or not at all, readable by its owner alone; returns when it would survive a crash. */
export async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const draft = join(folder, `${name}.${randomUUID()}.draft`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
}

/** Removes a file that may be there; returns when it would stay away after a crash. */
export async function removeDurably(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await syncFolder(folder);
}

/** Windows neither lets a folder be opened nor needs it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
