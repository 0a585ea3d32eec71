import { InputError } from '../json/input-error.js';

const problems: Readonly<Record<string, string>> = {
  EISDIR: 'it is a directory',
  EEXIST: 'a file with this name exists',
  ENOTDIR: 'part of its path is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
  EBUSY: 'it cannot be replaced: it is in use, or mounted on its own instead of with its folder',
  EFBIG: 'it would be larger than the system allows (ulimit -f)',
  EMFILE: 'this process has too many connections and files open (raise ulimit -n)',
  EIO: 'its disk reports an error',
};

export function whyNotRead(error: unknown): string {
  return inWords(error, 'the file does not exist');
}

export function whyNotWritten(error: unknown): string {
  return inWords(error, 'the folder does not exist');
}

/** Runs `write`. Explains an error of the system in an InputError with `remedy` as the suggested fix. */
export function explainFailedWrite<Result>(attempted: string, remedy: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(attempted, whyNotWritten(error), remedy);
  }
}

/** The system's own message repeats the whole path. */
function inWords(error: unknown, missing: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  return code === 'ENOENT' ? missing : (problems[code] ?? `the system reports ${code}`);
}
