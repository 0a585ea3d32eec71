import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from './folders.js';

const DRAFT = /\.[0-9a-f]{12}\.part$/;
/** The draft of a running process changes more often. */
const STALE_MS = 60_000;

/** Returns the name of a new draft, which then replaces a file. Nobody can guess it and plant a link there. */
export function draftOf(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.part`;
}

/** Removes the drafts in a folder that killed processes have left, of all files or of one. Never throws. */
export function removeDrafts(folder: string, { of = '', unchangedForMs = STALE_MS } = {}): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      if (!name.startsWith(of === '' ? '' : `${of}.`) || !DRAFT.test(name)) continue;
      const draft = join(folder, name);
      // The clock may have been set back since.
      if (Math.abs(Date.now() - fs.lstatSync(draft).mtimeMs) >= unchangedForMs) fs.rmSync(draft);
    }
  } catch {
    // The folder cannot be read, or another process was quicker: nothing depends on it.
  }
}

/** Returns the file that a link leads to, so that it is replaced and the link stays. */
export function throughLink(file: string): string {
  return fs.existsSync(file) ? fs.realpathSync(file) : file;
}

interface NewFile {
  readonly file: string;
  readonly text: string;
  /** Only its owner may read it. Otherwise it is as readable as the old one. */
  readonly isPrivate?: boolean;
}

/** Replaces files at once: no reader sees half of one, and if one cannot be written, all stay as they were. Throws the system's error. */
export function replaceFiles(...files: readonly NewFile[]): void {
  const drafts = files.map((each) => ({ ...each, draft: draftOf(each.file) }));
  try {
    for (const each of drafts) {
      removeDrafts(dirname(each.file), { of: basename(each.file) });
      writeDraft(each);
    }
    for (const { draft, file } of drafts) fs.renameSync(draft, file);
  } catch (error) {
    for (const { draft } of drafts) fs.rmSync(draft, { force: true });
    throw error;
  }
}

/** Not by write-file-atomic: where a disk is full, its version 7.0.1 replaces the file by the part that there was room for. */
function writeDraft({ draft, file, text, isPrivate = false }: NewFile & { readonly draft: string }): void {
  const old = fs.lstatSync(file, { throwIfNoEntry: false });
  const descriptor = fs.openSync(draft, 'wx', isPrivate ? 0o600 : 0o644);
  try {
    if (old?.isFile()) {
      // Root may replace the file of a user, who still wants to read it.
      if (process.geteuid?.() === 0) fs.fchownSync(descriptor, old.uid, old.gid);
      if (!isPrivate) fs.fchmodSync(descriptor, old.mode);
    }
    fs.writeFileSync(descriptor, text);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Creates a folder that only its owner may enter, and its parents. Returns once they would survive a crash. */
export function makePrivateFolder(folder: string): void {
  for (const made of makeFolders(folder, 0o700)) syncFolder(dirname(made));
}

/** Replaces or creates a file as {@link replaceDurably} does, and waits: in half the time, while nothing else happens. */
export function replaceDurablySync(file: string, text: string): void {
  replaceFiles({ file, text, isPrivate: true });
  syncFolder(dirname(file));
}

/** Removes a file if it exists. Returns once that would survive a crash. */
export function removeDurably(file: string): void {
  fs.rmSync(file, { force: true });
  syncFolder(dirname(file));
}

/** Windows cannot open a folder, and need not. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Replaces or creates a file, readable by its owner only. Resolves once it would survive a crash. Rejects with the system's error. */
export async function replaceDurably(file: string, text: string): Promise<void> {
  const draft = draftOf(file);
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
