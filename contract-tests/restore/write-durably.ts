import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolders } from '../make-folders.js';

/** Makes a folder that only its owner may enter, and those above it; returns when they would survive a crash. */
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
