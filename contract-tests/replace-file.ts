import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { makeFolders } from './output-files.js';

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
