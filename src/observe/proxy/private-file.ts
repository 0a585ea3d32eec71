import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { draftOf, removeDrafts } from '../../../contract-tests/replace-files.js';
import { whyNotWritten } from '../../spec/validation/file-problem.js';
import { InputError } from '../../spec/validation/input-error.js';

/** A file that only its owner can read. */
export type PrivateFile = Awaited<ReturnType<typeof createPrivateFile>>;

/**
 * Creates a file; `named` is the path as the user wrote it. Rejects with an InputError if it exists, unless it is to be replaced, and if
 * it cannot be created.
 */
export async function createPrivateFile(file: string, named: string, isReplacing: boolean) {
  const attempted = `Writing --har ${named}`;
  await rejectFolder(attempted, file, named);
  if (isReplacing) await rejectNonFile(attempted, file);
  // Always a new file: an existing one may be a link, or readable by others.
  const fail = (error: unknown): never => {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const remedy = isThere ? 'Name another file, or add --overwrite' : 'Name a file: --har traffic.har';
    throw new InputError(attempted, whyNotWritten(error), remedy);
  };
  const name = isReplacing ? draftOf(file) : file;
  try {
    removeDrafts(dirname(file), { of: basename(file) });
    const handle = await open(name, 'wx+', 0o600);
    return {
      /** Its path after `keep()`. */
      file,
      handle,
      /** Replaces the old file, which stays until then. Rejects with an InputError if that fails. */
      keep: async () => {
        if (isReplacing) await rename(name, file).catch(fail);
      },
      /** Deletes it: everything is as before. */
      drop: async () => {
        await handle.close();
        await rm(name, { force: true });
      },
    };
  } catch (error) {
    return fail(error);
  }
}

/** A folder is not replaced; the user probably meant a file in it. */
async function rejectFolder(attempted: string, file: string, named: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isDirectory()) return;
  let name = 'traffic.har';
  for (let next = 2; await lstat(join(file, name)).catch(() => undefined); next++) name = `traffic-${next}.har`;
  throw new InputError(attempted, 'it is a folder', `Name a file in it: --har ${join(named, name)}`);
}

/** Replacing a device such as `/dev/null` would harm the machine. */
async function rejectNonFile(attempted: string, file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return;
  throw new InputError(attempted, 'it is not a regular file', 'Name a file: --har traffic.har');
}
