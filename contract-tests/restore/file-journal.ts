import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../src/validation/input-error.js';
import { fileNameOf, readPendingWrite, writePendingWrite } from './pending-write-file.js';
import type { PendingWrite, RestoreJournal } from './restore-journal.js';
import { makePrivateFolder, removeDurably, writeDurably } from './write-durably.js';

export interface FileJournalOptions {
  /** Made where it is missing. */
  readonly folder: string;
  readonly restoreCommand: string;
}

/**
 * Keeps pending writes in a folder, a file for each pet. Its methods throw an InputError where the folder cannot be used
 * or a file in it is broken. Two runs may use one folder; two runs on one pet share its entry.
 */
export function openFileJournal({ folder, restoreCommand }: FileJournalOptions): RestoreJournal {
  const pending = (baseUrl: string, petId: string) => readEntry(folder, fileNameOf(baseUrl, petId));
  return {
    restoreCommand,
    pending,
    async open(write) {
      const earlier = await pending(write.baseUrl, write.petId);
      const text = writePendingWrite(earlier === undefined ? write : merge(earlier, write));
      await inFolder(folder, async () => {
        await makePrivateFolder(folder);
        await writeDurably(folder, fileNameOf(write.baseUrl, write.petId), text);
      });
    },
    async close(baseUrl, petId) {
      if ((await pending(baseUrl, petId)) === undefined) return;
      await inFolder(folder, () => removeDurably(folder, fileNameOf(baseUrl, petId)));
    },
  };
}

/** Answers what runs have left open, in no order. Throws an InputError that names a broken file. */
export async function listPendingWrites(folder: string): Promise<PendingWrite[]> {
  const names = (await inFolder(folder, () => unlessMissing(readdir(folder)))) ?? [];
  const writes = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readEntry(folder, name)),
  );
  return writes.filter((write) => write !== undefined);
}

async function readEntry(folder: string, name: string): Promise<PendingWrite | undefined> {
  const file = join(folder, name);
  const text = await inFolder(folder, () => unlessMissing(readFile(file, 'utf8')));
  return text === undefined ? undefined : readPendingWrite(text, file);
}

/** The pet goes back to where it was before the first of the writes, and may stand at what any of them made of it. */
function merge(earlier: PendingWrite, later: PendingWrite): PendingWrite {
  return { ...earlier, possible: [...new Set([...earlier.possible, ...later.possible])] };
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function inFolder<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const remedy = 'Choose a folder that you may write to: --journal restore';
    throw new InputError(`Keeping the restore journal in ${folder}`, problems[code] ?? code, remedy);
  }
}

const problems: Readonly<Record<string, string>> = {
  EACCES: 'it may not be used',
  EPERM: 'it may not be used',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
