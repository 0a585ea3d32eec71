const KEY = '$PETSTORE_API_KEY';

/**
 * Writes a text as one word for bash or zsh, whatever is in it; between two parts stands the variable of the key. A word
 * with control characters is written with their numbers, so that it stays one line.
 */
export function shellWord(parts: readonly string[]): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && /^[\w./:@%+=,-]+$/.test(only)) return only;
  if (parts.some((part) => CONTROL.test(part))) return parts.map(numbered).join(`"${KEY}"`);
  if (parts.length > 1) return `"${parts.map((part) => part.replace(/["\\$`]/g, '\\$&')).join(KEY)}"`;
  return `'${(only ?? '').replaceAll("'", "'\\''")}'`;
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

function numbered(text: string): string {
  const escaped = text.replace(/[\\']|[\p{Cc}\p{Zl}\p{Zp}]/gu, (char) => {
    const bytes = [...new TextEncoder().encode(char)];
    return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  });
  return `$'${escaped}'`;
}
