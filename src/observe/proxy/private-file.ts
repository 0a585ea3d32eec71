import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { whyNotWritten } from '../../spec/validation/file-problem.js';
import { InputError } from '../../spec/validation/input-error.js';
import { isUnfinishedHar } from './har-layout.js';

/** Whoever killed the proxy was not told. */
const CUT_SHORT =
  ', a recording that was not ended in good order: unless its proxy still runs, a key may show in it, so do not pass it on';

/** A file that its owner alone can read. */
export interface PrivateFile {
  /** Where it lies once it is kept. */
  readonly file: string;
  readonly handle: FileHandle;
  /** Puts it in the place of a file that it replaces. Until then that one is there. Throws an InputError where it cannot. */
  keep(): Promise<void>;
  /** Takes it away again: all is as it was. */
  drop(): Promise<void>;
}

/**
 * Creates a file; `named` is as the user wrote it. Throws an InputError where there is one already, unless it is to be replaced, and
 * where none can be made.
 */
export async function createPrivateFile(file: string, named: string, isReplacing: boolean): Promise<PrivateFile> {
  const attempted = `Writing --har ${named}`;
  await rejectFolder(attempted, file, named);
  if (isReplacing) await rejectNonFile(attempted, file);
  // A new file in any case: one that was there may be a link, or open to others.
  const refuse = async (error: unknown): Promise<never> => {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const remedy = isThere ? 'Name another one, or add --overwrite' : 'Name a file: --har traffic.har';
    const problem = whyNotWritten(error);
    throw new InputError(
      attempted,
      isThere && (await isUnfinishedHar(file)) ? `${problem}${CUT_SHORT}` : problem,
      remedy,
    );
  };
  const name = isReplacing ? `${file}.${randomUUID()}.part` : file;
  try {
    const handle = await open(name, 'wx+', 0o600);
    return {
      file,
      handle,
      keep: async () => {
        if (isReplacing) await rename(name, file).catch(refuse);
      },
      drop: async () => {
        await handle.close();
        await rm(name, { force: true });
      },
    };
  } catch (error) {
    return refuse(error);
  }
}

/** A folder is not replaced, and whoever names one wants a file in it. */
async function rejectFolder(attempted: string, file: string, named: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isDirectory()) return;
  let name = 'traffic.har';
  for (let next = 2; await lstat(join(file, name)).catch(() => undefined); next++) name = `traffic-${next}.har`;
  throw new InputError(attempted, 'it is a folder', `Name a file in it: --har ${join(named, name)}`);
}

/** To replace a device such as `/dev/null` harms the machine. */
async function rejectNonFile(attempted: string, file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return;
  throw new InputError(attempted, 'it is no file', 'Name a file: --har traffic.har');
}
