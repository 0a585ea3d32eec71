/** Returns undefined if a text is not a URL. In Node 20 `URL.canParse` rejects characters beyond ASCII. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
