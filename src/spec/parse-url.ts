/**
 * Returns a URL, or undefined where a text is none. `URL.canParse` would not do: in Node 20, once it has been compiled, it
 * denies URLs with letters beyond ASCII.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
