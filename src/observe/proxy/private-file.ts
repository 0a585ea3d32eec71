import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { whyNotWritten } from '../../validation/file-problem.js';
import { InputError } from '../../validation/input-error.js';

/** A file that its owner alone can read. */
export interface PrivateFile {
  readonly handle: FileHandle;
  /** Puts it in the place of a file that it replaces. Until then that one is there. */
  keep(): Promise<void>;
  /** Takes it away again: all is as it was. */
  drop(): Promise<void>;
}

/** Makes a file. Throws an InputError where there is one already, unless it is to be replaced, and where none can be made. */
export async function createPrivateFile(file: string, isReplacing: boolean): Promise<PrivateFile> {
  const attempted = `Writing --har ${file}`;
  if (isReplacing) await refuseAnythingElse(attempted, file);
  // A new file in any case: one that was there may be a link, or open to others.
  const name = isReplacing ? `${file}.${process.pid}.part` : file;
  try {
    const handle = await open(name, 'wx+', 0o600);
    return {
      handle,
      keep: async () => (isReplacing ? rename(name, file) : undefined),
      drop: () => rm(name, { force: true }),
    };
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const remedy = isThere ? 'Name another one, or add --overwrite' : 'Name a file: --har traffic.har';
    throw new InputError(attempted, whyNotWritten(error), remedy);
  }
}

/** To replace a folder is too much, and to replace a device such as `/dev/null` harms the machine. */
async function refuseAnythingElse(attempted: string, file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return;
  const problem = found.isDirectory() ? 'it is a folder' : 'it is no file';
  throw new InputError(attempted, problem, 'Name a file: --har traffic.har');
}
