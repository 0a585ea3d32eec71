/** Writes a path for a log: a part of it that is a key, escaped or not, becomes `***`. */
export function pathWithoutKeys(path: string, isKey: (text: string) => boolean): string {
  return path
    .split('/')
    .map((part) => (part !== '' && isKey(unescaped(part)) ? '***' : part))
    .join('/');
}

function unescaped(part: string): string {
  try {
    return part.includes('%') ? decodeURIComponent(part) : part;
  } catch {
    return part;
  }
}
