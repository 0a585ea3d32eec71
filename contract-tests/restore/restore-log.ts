import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix, win32 } from 'node:path';
import { isInt64Text, isJsonObject, JsonError, type JsonValue, parseJson } from '../../src/spec/json.js';
import { parseUrl } from '../../src/spec/parse-url.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { makePrivateFolder, removeDurably, writeDurably } from '../replace-file.js';

/** What a run is about to change, written down before it does so that it can be undone whatever happens. Never holds a key. */
export interface PendingWrite {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** An int64 as text. */
  readonly petId: string;
  /** The quantity to go back to, as JSON text. */
  readonly original: string;
  /** What the write sends and what a faulty service might make of it, as JSON texts. */
  readonly possible: readonly string[];
}

/** Where pending writes are kept; `open` and `close` return when what they did would survive a crash. */
export interface RestoreLog {
  /** The entry that is open for the pet, perhaps since an earlier run that crashed: its `original` is the one to go back to. */
  pending(baseUrl: string, petId: string): Promise<PendingWrite | undefined>;
  /** Opens an entry for the pet, or adds to `possible` of the one that is open, whose `original` stays. */
  open(write: PendingWrite): Promise<void>;
  /** The pet is as it was. */
  close(baseUrl: string, petId: string): Promise<void>;
  /** How to undo what is still open, for people: `petstore-mock restore`. */
  readonly restoreCommand: string;
}

export interface RestoreLogOptions {
  /** Made where it is missing. */
  readonly folder: string;
  readonly restoreCommand: string;
}

/**
 * Keeps pending writes in a folder, a file for each pet. Its methods throw an InputError where the folder cannot be used
 * or a file in it is broken. Two runs may use one folder; two runs on one pet share its entry.
 */
export function openRestoreLog({ folder, restoreCommand }: RestoreLogOptions): RestoreLog {
  const pending = (baseUrl: string, petId: string) => readEntry(folder, fileNameOf(baseUrl, petId));
  return {
    restoreCommand,
    pending,
    async open(write) {
      const earlier = await pending(write.baseUrl, write.petId);
      const text = writePendingWrite(earlier === undefined ? write : merge(earlier, write));
      await inFolder(folder, async () => {
        await makePrivateFolder(folder);
        await writeDurably(join(folder, fileNameOf(write.baseUrl, write.petId)), text);
      });
    },
    async close(baseUrl, petId) {
      if ((await pending(baseUrl, petId)) === undefined) return;
      await inFolder(folder, () => removeDurably(join(folder, fileNameOf(baseUrl, petId))));
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

/** Reads a whole restore log. Throws an InputError where the folder cannot be used. */
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
    const remedy = 'Choose a folder that you may write to: --restore-log restore';
    throw new InputError(`Keeping the restore log in ${folder}`, problems[code] ?? code, remedy);
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

/** Returns the name of the one file that a pet's pending write has. */
function fileNameOf(baseUrl: string, petId: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([baseUrl, petId]))
    .digest('hex');
  return `${digest.slice(0, 32)}.json`;
}

function writePendingWrite({ baseUrl, petId, original, possible }: PendingWrite): string {
  return `${JSON.stringify({ baseUrl, petId, original, possible }, null, 2)}\n`;
}

/** Reads a file of the restore log. Throws an InputError that names it. */
function readPendingWrite(text: string, file: string): PendingWrite {
  const write = pendingWriteIn(text);
  if (write !== undefined) return write;
  const remedy = 'Look whether its pet has the right stock, then remove the file.';
  throw new InputError(`Reading the pending write in ${file}`, 'the file is broken', remedy);
}

function pendingWriteIn(text: string): PendingWrite | undefined {
  const value = readJson(text);
  if (!isJsonObject(value)) return undefined;
  const { baseUrl, petId, original, possible } = value;
  if (typeof baseUrl !== 'string' || !/^https?:/.test(baseUrl) || parseUrl(baseUrl) === undefined) return undefined;
  if (typeof petId !== 'string' || !isInt64Text(petId)) return undefined;
  if (!isJsonText(original) || !Array.isArray(possible) || !possible.every(isJsonText)) return undefined;
  return { baseUrl, petId, original, possible };
}

function isJsonText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && readJson(value) !== undefined;
}

function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Returns where pending writes are kept: `$XDG_STATE_HOME`, else `~/.local/state`; on Windows `%LOCALAPPDATA%`. */
export function defaultRestoreFolder(
  variables: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix;
  const chosen = platform === 'win32' ? variables.LOCALAPPDATA : variables.XDG_STATE_HOME;
  const usual = platform === 'win32' ? join(home, 'AppData', 'Local') : join(home, '.local', 'state');
  // A relative path is to be ignored, says the XDG Base Directory Specification.
  return join(chosen !== undefined && isAbsolute(chosen) ? chosen : usual, 'petstore-mock', 'restore');
}
