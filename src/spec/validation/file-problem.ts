type Problems = Readonly<Record<string, string>>;

const ofReading: Problems = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

const ofWriting: Problems = {
  ENOENT: 'the folder does not exist',
  EISDIR: 'it is a directory',
  EEXIST: 'a file with this name exists',
  ENOTDIR: 'part of its path is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
  EBUSY: 'it cannot be replaced: it is in use, or mounted on its own instead of with its folder',
};

/** Returns why a file could not be read, for an InputError. */
export function whyNotRead(error: unknown): string {
  return inWords(error, ofReading);
}

/** Returns why a file or folder could not be written, for an InputError. */
export function whyNotWritten(error: unknown): string {
  return inWords(error, ofWriting);
}

/** The system's own message repeats the whole path. */
function inWords(error: unknown, problems: Problems): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (problems[code] ?? `the system reports ${code}`);
}
