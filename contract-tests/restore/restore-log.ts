import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { readJson } from '../../src/exchange/recorded-json.js';
import { whyNotWritten } from '../../src/files/file-problem.js';
import { makePrivateFolder, removeDrafts, removeDurably, replaceDurablySync } from '../../src/files/replace-files.js';
import { isInt64Text } from '../../src/json/exact-number.js';
import { InputError } from '../../src/json/input-error.js';
import { isJsonObject, type JsonValue } from '../../src/json/json.js';
import { parseUrl } from '../../src/json/parse-url.js';

/** A change that a run is about to make, noted first so that it can be undone whatever happens. Never contains a key. */
export interface PendingWrite {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** An int64 as text. */
  readonly petId: string;
  /** The quantity to restore, as JSON text. */
  readonly original: string;
  /** The quantities that a service may read in what the write sends, as JSON texts. */
  readonly possible: readonly string[];
}

/** Pending writes on disk; `open` and `close` resolve once their change would survive a crash. */
export interface RestoreLog {
  /** Returns the open entry of a pet, perhaps of an earlier run that crashed: its `original` is the one to restore. */
  pending(baseUrl: string, petId: string): Promise<PendingWrite | undefined>;
  /** Opens an entry for the pet, or adds to `possible` of the open one, whose `original` stays. */
  open(write: PendingWrite): Promise<void>;
  close(baseUrl: string, petId: string): Promise<void>;
  readonly restoreCommand: string;
}

/** Opens a folder with a file for each pending write. Methods throw an InputError. Runs on the same pet share its entry. */
export function openRestoreLog({ folder, restoreCommand }: { folder: string; restoreCommand: string }) {
  const openPets = new Set<string>();
  // Nothing else is to be done until a change is noted.
  const pending = async (baseUrl: string, petId: string) => readEntry(folder, fileNameOf(baseUrl, petId));
  return {
    restoreCommand,
    pending,
    /** The pets whose entries this process has opened and not closed. */
    openPets: openPets as ReadonlySet<string>,
    async open({ baseUrl, petId, original, possible }: PendingWrite) {
      const earlier = await pending(baseUrl, petId);
      const all = [...new Set([...(earlier?.possible ?? []), ...possible])];
      const entry = { baseUrl, petId, original: earlier?.original ?? original, possible: all };
      // What the file says already would survive a crash, and writing it again takes milliseconds.
      if (all.length !== earlier?.possible.length) {
        inFolder(folder, () => {
          makePrivateFolder(folder);
          removeDrafts(folder);
          replaceDurablySync(join(folder, fileNameOf(baseUrl, petId)), `${JSON.stringify(entry, null, 2)}\n`);
        });
      }
      openPets.add(petId);
    },
    async close(baseUrl: string, petId: string) {
      if ((await pending(baseUrl, petId)) !== undefined)
        inFolder(folder, () => removeDurably(join(folder, fileNameOf(baseUrl, petId))));
      openPets.delete(petId);
    },
  };
}

export type OpenWrites = ReturnType<typeof readOpenWrites>;

/**
 * Returns the writes that runs have left open, and a line for each invalid file. `isPrivate`: no other user can have written or read
 * them. Throws an InputError if the folder cannot be used.
 */
export function readOpenWrites(folder: string) {
  const names = inFolder(folder, () => unlessMissing(() => readdirSync(folder))) ?? [];
  const writes: PendingWrite[] = [];
  const problems: string[] = [];
  let isPrivate = true;
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    isPrivate &&= inFolder(folder, () => isOwn(join(folder, name)));
    try {
      const write = readEntry(folder, name);
      if (write !== undefined) writes.push(write);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(error.message);
    }
  }
  return { writes, problems, isPrivate };
}

/** Windows reports neither owner nor mode. */
function isOwn(file: string): boolean {
  const found = unlessMissing(() => statSync(file));
  if (found === undefined || process.geteuid === undefined) return true;
  return found.uid === process.geteuid() && (found.mode & 0o077) === 0;
}

function readEntry(folder: string, name: string): PendingWrite | undefined {
  const file = join(folder, name);
  const text = inFolder(folder, () => unlessMissing(() => readFileSync(file, 'utf8')));
  const value = text === undefined ? undefined : readJson(text);
  if (text === undefined || isPendingWrite(value)) return value as PendingWrite | undefined;
  const remedy = 'Check whether its pet has the right quantity, then remove the file';
  throw new InputError(`Reading the pending write in ${file}`, 'the file is invalid', remedy);
}

function isPendingWrite(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const { baseUrl, petId, original, possible } = value;
  const isUrl = typeof baseUrl === 'string' && /^https?:/.test(baseUrl) && parseUrl(baseUrl) !== undefined;
  const isPet = typeof petId === 'string' && isInt64Text(petId);
  return isUrl && isPet && isJsonText(original) && Array.isArray(possible) && possible.every(isJsonText);
}

function isJsonText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && readJson(value) !== undefined;
}

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function inFolder<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    const remedy = 'Choose a folder that you can write to: --restore-log restore';
    throw new InputError(`Using the restore log in ${folder}`, whyNotWritten(error as NodeJS.ErrnoException), remedy);
  }
}

function fileNameOf(...place: readonly [baseUrl: string, petId: string]): string {
  const digest = createHash('sha256').update(JSON.stringify(place)).digest('hex');
  return `${digest.slice(0, 32)}.json`;
}

/** Returns the default folder: in `$XDG_STATE_HOME`, else `~/.local/state`; on Windows in `%LOCALAPPDATA%`. */
export function defaultRestoreFolder(
  variables: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix;
  const chosen = platform === 'win32' ? variables.LOCALAPPDATA : variables.XDG_STATE_HOME;
  const usual = platform === 'win32' ? join(home, 'AppData', 'Local') : join(home, '.local', 'state');
  // The XDG Base Directory Specification says to ignore a relative path.
  return join(chosen !== undefined && isAbsolute(chosen) ? chosen : usual, 'petstore-mock', 'restore');
}
