import { readdir, readFile, stat } from 'node:fs/promises';
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

/** What runs have left open. */
export interface OpenWrites {
  /** In no order. */
  readonly writes: readonly PendingWrite[];
  /** A line for each file that is broken. */
  readonly problems: readonly string[];
  /** Nobody else can have written or seen any of it. */
  readonly isPrivate: boolean;
}

/** Reads a whole journal. Throws an InputError where the folder cannot be used. */
export async function readOpenWrites(folder: string): Promise<OpenWrites> {
  const names = ((await inFolder(folder, () => unlessMissing(readdir(folder)))) ?? []).filter((name) =>
    name.endsWith('.json'),
  );
  const read = await Promise.all(names.map((name) => readEntry(folder, name).catch(problemOf)));
  const areOwn = await inFolder(folder, () => Promise.all(names.map((name) => isOwn(join(folder, name)))));
  return {
    writes: read.filter((each) => typeof each === 'object'),
    problems: read.filter((each) => typeof each === 'string'),
    isPrivate: areOwn.every((each) => each),
  };
}

function problemOf(error: unknown): string {
  if (error instanceof InputError) return error.message;
  throw error;
}

/** Windows tells neither owner nor mode. */
async function isOwn(file: string): Promise<boolean> {
  const found = await unlessMissing(stat(file));
  if (found === undefined || process.geteuid === undefined) return true;
  return found.uid === process.geteuid() && (found.mode & 0o077) === 0;
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
  ENOENT: 'it cannot be made',
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
