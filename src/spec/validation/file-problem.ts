type Problems = Readonly<Record<string, string>>;

const ofSystem: Problems = {
  EMFILE: 'this process has too many connections and files open (raise ulimit -n)',
  ENFILE: 'the system has too many files open',
  EIO: 'its disk reports an error',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

const ofReading: Problems = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  ...ofSystem,
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
  EFBIG: 'it would be larger than the system allows (ulimit -f)',
  ...ofSystem,
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
