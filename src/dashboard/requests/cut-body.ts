/** More would make the page slow. */
const MOST_CHARACTERS = 100_000;

/** Answers the beginning of a long text, up to the end of a line if there is one; undefined for a text that is short enough. */
export function cutBody(text: string): string | undefined {
  if (text.length <= MOST_CHARACTERS) return undefined;
  const lineEnd = text.lastIndexOf('\n', MOST_CHARACTERS);
  return text.slice(0, lineEnd === -1 ? MOST_CHARACTERS : lineEnd);
}
