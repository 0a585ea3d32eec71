type Problems = Readonly<Record<string, string>>;

const ofReading: Problems = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be read',
};

const ofWriting: Problems = {
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a directory',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
};

/** Says why a file could not be read, for an InputError. */
export function whyNotRead(error: unknown): string {
  return inWords(error, ofReading);
}

/** Says why a file or folder could not be written, for an InputError. */
export function whyNotWritten(error: unknown): string {
  return inWords(error, ofWriting);
}

/** What the system says in full repeats the whole path. */
function inWords(error: unknown, problems: Problems): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (problems[code] ?? `the system says ${code}`);
}
