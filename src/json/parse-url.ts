/**
 * Parses a URL. Returns undefined if a text is not one. `URL.canParse` does not work: in Node 20, once compiled, it rejects
 * URLs with characters beyond ASCII.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
