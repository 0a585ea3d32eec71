import { posix, win32 } from 'node:path';

/** Answers where pending writes are kept: `$XDG_STATE_HOME`, else `~/.local/state`; on Windows `%LOCALAPPDATA%`. */
export function defaultJournalFolder(
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
