/** Writes a path for a log: a part of it that is a key, escaped or not, and every secret in it become `***`. */
export function pathWithoutKeys(
  path: string,
  isKey: (text: string) => boolean,
  secretsIn: (text: string) => readonly string[],
): string {
  return secretsIn(path)
    .reduce((text, secret) => text.replaceAll(secret, '***'), path)
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
